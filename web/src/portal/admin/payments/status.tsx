import type { PaymentStatus } from '@deqiq/contract/payments.ts';
import { type BadgeTone, StatusBadge } from '../../../ui/status-badge.tsx';

const shown: Record<PaymentStatus, { text: string; tone: BadgeTone }> = {
  pending: { text: 'Pending', tone: 'warning' },
  completed: { text: 'Completed', tone: 'success' },
  rejected: { text: 'Rejected', tone: 'danger' },
};

/** A payment's state as a word; 'Other' for one this screen does not know. */
export function PaymentStatusBadge({ status }: { status: string }) {
  const known = Object.hasOwn(shown, status) ? shown[status as PaymentStatus] : undefined;
  return <StatusBadge tone={known?.tone ?? 'neutral'}>{known?.text ?? 'Other'}</StatusBadge>;
}
