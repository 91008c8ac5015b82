import type { ShareState } from '@deqiq/contract/examinations/share-limits.ts';
import type { Share } from '@deqiq/contract/examinations/shares.ts';
import * as texts from '@deqiq/messages/shares/share-list.js';
import { formatMoment, personName } from '../../lib/format.ts';
import { StateBadge, type States } from '../../ui/status-badge.tsx';

const states = (): States<ShareState> => ({
  live: { text: texts.live(), tone: 'success' },
  locked: { text: texts.locked(), tone: 'warning' },
  expired: { text: texts.expired(), tone: 'neutral' },
  revoked: { text: texts.revoked(), tone: 'neutral' },
  blocked: { text: texts.blocked(), tone: 'danger' },
  deleted: { text: texts.deleted(), tone: 'neutral' },
});

/** Whether the link can be revoked. */
export const isLive = ({ state }: { state: ShareState }): boolean =>
  state === 'live' || state === 'locked';

type CellProps = { share: Share };

/** Patient, label, and what the link contains. */
export function ShareTitle({ share }: CellProps) {
  const { checkup, label, files, hasPin } = share;
  const about = [
    label,
    checkup?.name,
    texts.files({ count: files }),
    hasPin ? texts.withPin() : texts.withoutPin(),
  ];
  return (
    <>
      <span className="block wrap-anywhere">{checkup ? personName(checkup) : texts.deleted()}</span>
      <span className="block text-note font-normal wrap-anywhere text-muted">
        {about.filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

/** State and end. */
export function ShareStateCell({ share }: CellProps) {
  const when = formatMoment(share.endedAt ?? share.expiresAt);
  return (
    <span className="grid justify-items-start gap-1">
      <StateBadge states={states()} state={share.state} other={share.state} />
      <span className="text-note text-muted tabular-nums">
        {isLive(share) ? texts.until({ when }) : when}
      </span>
    </span>
  );
}

/** Openings and downloads, and on request each opening with its device. */
export function ShareUse({ share }: CellProps) {
  const { openings, downloads, visits } = share;
  if (openings === 0) return <span className="text-muted">{texts.neverOpened()}</span>;
  return (
    <details>
      <summary className="min-h-9 cursor-pointer content-center pointer-coarse:min-h-11">
        {texts.opened({ count: openings })} · {texts.downloads({ count: downloads })}
      </summary>
      <ul className="grid gap-1 py-1 text-note text-muted tabular-nums">
        {visits.map((visit) => (
          <li key={visit.openedAt}>
            {formatMoment(visit.openedAt)} · {visit.device ?? texts.unknownDevice()} ·{' '}
            {texts.downloads({ count: visit.downloads })}
          </li>
        ))}
      </ul>
    </details>
  );
}
