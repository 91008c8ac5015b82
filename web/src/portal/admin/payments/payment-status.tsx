import type { PaymentStatus } from '@deqiq/contract/office/payments.ts';
import { StateBadge, type States } from '../../../ui/status-badge.tsx';

export const paymentStates: States<PaymentStatus> = {
  pending: { text: 'Pending', tone: 'warning' },
  completed: { text: 'Completed', tone: 'success' },
  rejected: { text: 'Rejected', tone: 'danger' },
};

export const PaymentStatusBadge = ({ status }: { status: string }) => (
  <StateBadge states={paymentStates} state={status} other="Other" />
);
