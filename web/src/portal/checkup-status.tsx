import type { CheckupStatus } from '@deqiq/contract/examinations/checkups.ts';
import { useLabels } from '../ui/language.tsx';
import { StateBadge, type States } from '../ui/status-badge.tsx';

/** Also in the filter of partners, which finds both. */
export const IN_PROGRESS = 'Davam edir';

const tones = { completed: 'success', pending: 'warning', cancelled: 'danger' } as const;

type CheckupStatusBadgeProps = {
  status: string;
  /** For partners: some results are there already, so that it is more than waiting. */
  hasResults?: boolean;
};

/** A checkup's state, in the words of the area. */
export function CheckupStatusBadge({ status, hasResults = false }: CheckupStatusBadgeProps) {
  const { completed, pending, cancelled } = useLabels();
  const states: States<CheckupStatus> = {
    completed: { text: completed, tone: tones.completed },
    pending: { text: hasResults ? IN_PROGRESS : pending, tone: tones.pending },
    cancelled: { text: cancelled, tone: tones.cancelled },
  };
  return <StateBadge states={states} state={status} other="Naməlum" />;
}
