import type { PaymentStatus } from '@deqiq/contract/office/payments.ts';
import * as texts from '@deqiq/messages/office/payments-screen.js';
import { StateBadge, type States } from '../../../ui/status-badge.tsx';

export const listPaymentStates = (): States<PaymentStatus> => ({
  pending: { text: texts.pending(), tone: 'warning' },
  completed: { text: texts.completed(), tone: 'success' },
  rejected: { text: texts.rejected(), tone: 'danger' },
});

export const PaymentStatusBadge = ({ status }: { status: string }) => (
  <StateBadge states={listPaymentStates()} state={status} other={texts.other()} />
);
