import { Popover } from '@base-ui/react/popover';
import type { PartnerReference } from '@deqiq/contract/people/partners.ts';
import { adminSections } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/list.js';
import { useQuery } from '@tanstack/react-query';
import { Building2, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeError } from '../../../../api/http/http-error.ts';
import { onePartnerQuery } from '../../../../api/office/partner-stats.ts';
import { formatNumber, personName } from '../../../../lib/format.ts';
import { PartnerName, PhoneNumber } from './cells.tsx';
import { manat } from './money.ts';

/** Long enough not to follow a pointer that only passes, in milliseconds. */
const HOVER_MS = 250;

type PartnerPopoverProps = { partner: PartnerReference };

/** The partner of a row; hover, tap or Enter opens a card. A deleted partner has only a name. */
export function PartnerPopover({ partner }: PartnerPopoverProps) {
  if (partner.deleted) return <PartnerName partner={partner} />;
  return (
    <Popover.Root>
      <Popover.Trigger
        openOnHover
        delay={HOVER_MS}
        closeDelay={150}
        className="-mx-1 max-w-full cursor-help rounded-chip px-1 text-left decoration-muted decoration-dotted underline-offset-4 hover:underline data-popup-open:underline pointer-coarse:min-h-6 pointer-coarse:underline"
      >
        <PartnerName partner={partner} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" collisionPadding={12} className="z-50">
          <Popover.Popup className="w-80 max-w-[calc(100vw-1.5rem)] origin-(--transform-origin) rounded-card border border-line bg-raised p-4 text-desk shadow-float outline-hidden transition duration-160 ease-out data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0">
            <Popover.Title className="font-medium wrap-anywhere">
              {personName(partner)}
            </Popover.Title>
            <PartnerDetails id={partner._id} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Lists that can be narrowed to one partner. */
const filteredLists = adminSections.filter(({ path }) => /(checkups|labs|payments)$/.test(path));

/** Requested when the card opens; cached for a minute like every list. */
function PartnerDetails({ id }: { id: string }) {
  const { data, error } = useQuery(onePartnerQuery(id));
  if (error && !data)
    return <p className="mt-1 text-muted">{describeError(error, texts.partnerFailed())}</p>;
  if (!data) return <p className="mt-1 min-h-31 text-muted">{texts.loading()}</p>;
  const { clinicName, phone, email, balance, sendedPatientsCount } = data.partner;
  return (
    <ul className="mt-2 grid min-h-30 content-start gap-1">
      {clinicName && <Line icon={<Building2 size={16} aria-hidden="true" />}>{clinicName}</Line>}
      <Line icon={<Phone size={16} aria-hidden="true" />}>
        <PhoneNumber>{phone}</PhoneNumber>
      </Line>
      <Line icon={<Mail size={16} aria-hidden="true" />}>
        <a href={`mailto:${email}`} className={linkClass}>
          {email}
        </a>
      </Line>
      <li className="mt-1 border-t border-line pt-2 text-note text-muted tabular-nums">
        {texts.figures({
          balance: manat(balance),
          patients: formatNumber(sendedPatientsCount, 0),
        })}
      </li>
      <li className="flex gap-4">
        {filteredLists.map(({ label, path }) => (
          <Link key={path} to={`${path}?partner=${id}`} className={linkClass}>
            {label()}
          </Link>
        ))}
      </li>
    </ul>
  );
}

const linkClass =
  'inline-block min-h-6 text-accent-hover underline-offset-4 wrap-anywhere hover:underline pointer-coarse:py-2.5';

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2.5">
      <span className="text-muted">{icon}</span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
