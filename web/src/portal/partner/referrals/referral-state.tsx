import { findReferralMove, type ReferralState } from '@deqiq/contract/referrals/referral-states.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { cx } from '../../../lib/cx.ts';
import { describeState, examinationName } from '../../referrals/referral-names.ts';

/** Expected examinations have the accent, results are green, and a missed appointment is amber. */
const colours: Readonly<Partial<Record<ReferralState, string>>> = {
  sent: 'text-muted',
  accepted: 'text-accent',
  booked: 'text-accent',
  arrived: 'text-accent',
  examined: 'text-success',
  reported: 'text-success',
  missed: 'text-warning',
  declined: 'text-danger',
};

/** State and examination in one line; of a declined or cancelled referral also the reason. */
export function StateLine({ referral }: { referral: Referral }) {
  const reason = findReason(referral);
  return (
    <span className="grid gap-0.5 text-desk font-normal">
      <span>
        <span className={cx('font-medium', colours[referral.state] ?? 'text-muted')}>
          {describeState(referral)}
        </span>
        {` · ${examinationName(referral.examination)}`}
      </span>
      {reason && <span className="text-note wrap-anywhere text-muted">{reason}</span>}
    </span>
  );
}

function findReason({ state, history }: Referral): string | undefined {
  return history.findLast((step) => step.state === state)?.reason;
}

/** Only the partner who sent it, and until staff have accepted it. */
export const canEdit = ({ state }: Referral): boolean => state === 'sent';

export const canCancel = ({ state }: Referral): boolean =>
  findReferralMove('cancel', state, 'partner') !== undefined;

/** The address of the pictures; undefined while there are none. */
export function resultPath({ state, checkup }: Referral): string | undefined {
  const hasResult = state === 'examined' || state === 'reported';
  return hasResult && checkup ? `/partner/dashboard/rentgen/${checkup}` : undefined;
}
