import type { CheckupStatus } from '@deqiq/contract/examinations/checkups.ts';
import * as texts from '@deqiq/messages/ui/states.js';
import { StateBadge, type States } from '../../ui/status-badge.tsx';

const tones = { completed: 'success', pending: 'warning', cancelled: 'danger' } as const;

type CheckupStatusBadgeProps = {
  status: string;
  /** For partners: some results are there already, so that it is more than waiting. */
  hasResults?: boolean;
};

/** A checkup's state, in the words of the area. */
export function CheckupStatusBadge({ status, hasResults = false }: CheckupStatusBadgeProps) {
  const states: States<CheckupStatus> = {
    completed: { text: texts.completed(), tone: tones.completed },
    pending: { text: hasResults ? texts.inProgress() : texts.pending(), tone: tones.pending },
    cancelled: { text: texts.cancelled(), tone: tones.cancelled },
  };
  return <StateBadge states={states} state={status} other={texts.unknown()} />;
}
