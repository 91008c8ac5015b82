import type { PartnerReference } from '@deqiq/contract/people/partners.ts';
import * as texts from '@deqiq/messages/office/list.js';
import { MessageCircle, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { personName } from '../../../../lib/format.ts';
import { phoneAddresses } from '../../../../lib/phone.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { Column } from '../../../../ui/list/data-table.tsx';
import { LongWordText } from '../../../../ui/long-word-text.tsx';

/** Counts the rows over all pages. */
export const numbered: Column<unknown> = { id: 'number', header: '#', cell: (_, number) => number };

/** The same in a list that shows no date: pressed, the oldest row is first. */
export const numberedByDate: Column<unknown> = { ...numbered, sort: 'date' };

/** Characters of the longest number that fits on one line. */
const ONE_LINE = 24;

/** Numbers and dates are read in one line. */
export const NoWrap = ({ children: text }: { children: string }) => (
  <span className={text.length > ONE_LINE ? 'wrap-anywhere' : 'whitespace-nowrap'}>{text}</span>
);

/** Placeholder for an empty value. */
export const Dash = () => <span className="text-muted">—</span>;

export const TextOrDash = ({ children }: { children: string }) =>
  children ? <LongWordText>{children}</LongWordText> : <Dash />;

/** At least 24 px high: an e-mail and the name below it are targets side by side. */
const linkClass =
  'inline-block py-0.5 underline-offset-4 hover:text-accent-hover hover:underline pointer-coarse:py-1.5';

/** An e-mail that may be missing. A long one breaks before the @; on a narrower screen every one may. */
export function Email({ children: email }: { children: string }) {
  if (!email) return <Dash />;
  const at = Math.max(0, email.indexOf('@'));
  return (
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className={linkClass}>
      <LongWordText>{email.slice(0, at)}</LongWordText>
      <wbr className={email.length <= 32 ? 'min-[88rem]:hidden' : undefined} />
      <LongWordText>{email.slice(at)}</LongWordText>
    </a>
  );
}

/** A telephone number that may be missing: a call, and WhatsApp for a mobile one. */
export function PhoneNumber({ children: text }: { children: string }) {
  if (!text) return <Dash />;
  const { call, whatsApp } = phoneAddresses(text);
  if (!call) return <NoWrap>{text}</NoWrap>;
  return (
    <span className="inline-flex items-center gap-1">
      <a href={call} className={linkClass}>
        <NoWrap>{text}</NoWrap>
      </a>
      {whatsApp && (
        <a
          href={whatsApp}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`WhatsApp ${text}`}
          title="WhatsApp"
          className="grid size-6 shrink-0 place-items-center rounded-chip md:max-xl:pointer-fine:hidden text-muted hover:bg-accent-soft hover:text-accent-hover pointer-coarse:size-11"
        >
          <MessageCircle size={15} aria-hidden="true" />
        </a>
      )}
    </span>
  );
}

/** A partner by name; one that was deleted is struck through. */
export function PartnerName({ partner }: { partner: PartnerReference }) {
  const name = personName(partner);
  return (
    <span
      className={cx(
        partner.deleted && 'text-muted line-through',
        name.length <= 18 && 'min-[88rem]:whitespace-nowrap',
      )}
    >
      <LongWordText>{name}</LongWordText>
      {partner.deleted && <span className="sr-only"> {texts.deleted()}</span>}
    </span>
  );
}

/** A quiet second line below a row's first words: whom it belongs to. */
export const Secondary = ({ children }: { children: ReactNode }) => (
  <span className="block text-note font-normal text-muted">{children}</span>
);

export const EditAction = ({ onClick }: { onClick: () => void }) => (
  <IconButton
    label={texts.edit()}
    icon={<Pencil size={17} aria-hidden="true" />}
    onClick={onClick}
  />
);

export const DeleteAction = ({ onClick }: { onClick: () => void }) => (
  <IconButton
    label={texts.remove()}
    variant="danger"
    icon={<Trash2 size={17} aria-hidden="true" />}
    onClick={onClick}
  />
);
