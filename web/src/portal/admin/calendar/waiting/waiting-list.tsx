import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import type { PointerEvent } from 'react';
import { Link } from 'react-router';
import { cx } from '../../../../lib/cx.ts';
import { describeAge } from '../../../../lib/describe-age.ts';
import { personName } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Facts } from '../../../../ui/facts.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { Secondary } from '../../list/rows/cells.tsx';
import { urgencyTexts } from '../../referrals/referral-words.ts';
import { useWaiting } from './use-waiting.ts';

/** A day has hundreds of controls before the list: a link opens it. */
export const WAITING_ID = 'waiting';

type WaitingListProps = {
  /** The id of the referral whose time is being found. */
  selected: string | undefined;
  /** Whether a pointer can drag them into the calendar. */
  isDraggable: boolean;
  onSelect: (referral: Referral) => void;
  onDrag: (event: PointerEvent, referral: Referral) => void;
  onAccept: (referral: Referral) => void;
};

/** Referrals without a time, beside the calendar. */
export function WaitingList(props: WaitingListProps) {
  const { isDraggable, onAccept } = props;
  const { isLoaded, accepted, sent, more } = useWaiting();
  const count = accepted.length + sent.length;
  return (
    <section
      id={WAITING_ID}
      tabIndex={-1}
      aria-label={texts.waiting()}
      className="grid content-start gap-2.5 outline-none"
    >
      <h2 className="text-desk font-medium">
        {texts.waiting()} {count > 0 && <span className="text-muted tabular-nums">{count}</span>}
      </h2>
      {isLoaded && count === 0 && <p className="text-note text-muted">{texts.noneWaiting()}</p>}
      {isDraggable && accepted.length > 0 && (
        <p className="text-note text-muted">{texts.waitingHint()}</p>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 lg:max-h-[calc(100dvh-15rem)] lg:overflow-y-auto">
        {accepted.map((referral) => (
          <li key={referral._id}>
            <AcceptedReferral {...props} referral={referral} />
          </li>
        ))}
        {sent.map((referral) => (
          <li
            key={referral._id}
            className="flex items-start gap-2 rounded-field border border-dashed border-line px-3 py-2"
          >
            <ReferralLines referral={referral} note={texts.notAccepted()} />
            <Button
              size="sm"
              variant="outline"
              aria-label={texts.acceptOf({ name: personName(referral.patient) })}
              onClick={() => onAccept(referral)}
            >
              {texts.accept()}
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link
          to={portalPaths.referrals}
          className="inline-flex min-h-6 items-center justify-self-start text-note text-accent-hover underline-offset-4 hover:underline"
        >
          {texts.moreWaiting({ count: more })}
        </Link>
      )}
    </section>
  );
}

function AcceptedReferral(props: WaitingListProps & { referral: Referral }) {
  const { referral, selected, isDraggable, onSelect, onDrag } = props;
  return (
    <button
      type="button"
      data-subject={referral._id}
      aria-pressed={isDraggable ? selected === referral._id : undefined}
      onClick={() => onSelect(referral)}
      onPointerDown={(event) => isDraggable && onDrag(event, referral)}
      className={cx(
        'w-full rounded-field border border-line bg-surface px-3 py-2 text-left -outline-offset-2 select-none hover:border-accent',
        'aria-pressed:border-accent aria-pressed:bg-accent-soft',
        isDraggable && 'pointer-fine:cursor-grab',
      )}
    >
      <ReferralLines referral={referral} />
    </button>
  );
}

function ReferralLines({ referral, note }: { referral: Referral; note?: string }) {
  const { patient, examination, urgency, history, createdAt } = referral;
  return (
    <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 text-desk font-medium wrap-anywhere">
        {personName(patient)}
        {urgency !== 'routine' && (
          <StatusBadge tone={urgency === 'urgent' ? 'danger' : 'warning'}>
            {urgencyTexts[urgency]()}
          </StatusBadge>
        )}
      </span>
      <Secondary>
        <Facts>
          {[
            examinationTexts[examination](),
            describeAge(history.at(-1)?.at ?? createdAt),
            note ?? '',
          ]}
        </Facts>
      </Secondary>
    </span>
  );
}
