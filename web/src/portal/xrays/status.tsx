import type { CheckupStatus } from '@deqiq/contract/checkups.ts';
import { StateBadge, type States } from '../../ui/status-badge.tsx';

const states: States<CheckupStatus> = {
  completed: { text: 'Tamamlandı', tone: 'success' },
  pending: { text: 'Gözləyir', tone: 'warning' },
  cancelled: { text: 'Ləğv edilib', tone: 'danger' },
};

/** The word for a checkup's state. */
export const statusText = (status: CheckupStatus): string => states[status].text;

export const CheckupStatusBadge = ({ status }: { status: string }) => (
  <StateBadge states={states} state={status} other="Naməlum" />
);
