import type { CheckupStatus } from '@deqiq/contract/checkups.ts';
import { useLabels } from '../ui/language.tsx';
import { StateBadge, type States } from '../ui/status-badge.tsx';

const tones = { completed: 'success', pending: 'warning', cancelled: 'danger' } as const;

/** A checkup's state, in the words of the area. */
export function CheckupStatusBadge({ status }: { status: string }) {
  const { completed, pending, cancelled } = useLabels();
  const states: States<CheckupStatus> = {
    completed: { text: completed, tone: tones.completed },
    pending: { text: pending, tone: tones.pending },
    cancelled: { text: cancelled, tone: tones.cancelled },
  };
  return <StateBadge states={states} state={status} other="Naməlum" />;
}
