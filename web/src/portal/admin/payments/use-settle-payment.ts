import { type Payment, type PaymentStatus, paymentMessages } from '@deqiq/contract/payments.ts';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { messageOf } from '../../../api/http/http-error.ts';
import { type Settlement, settlePayment } from '../../../api/payments.ts';
import { personName } from '../../../lib/format.ts';
import { confirm, showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { azn } from '../list/money.ts';

type Settling = { payment: Payment; settlement: Settlement };

const KEY = ['settle-payment'];

const statusAfter: Record<Settlement, PaymentStatus> = { confirm: 'completed', reject: 'rejected' };

const messages = { confirm: paymentMessages.confirmed, reject: paymentMessages.rejected };

const asks: Record<Settlement, string> = {
  confirm: 'ödənişi təsdiqlənəcək',
  reject: 'ödənişi rədd ediləcək, xal partnyora qaytarılacaq',
};

/**
 * Settles payments. Success is said, and shown, before the answer (specification, section 8): while a
 * settlement is on its way its row stands as it will be, whatever a poll brings; when it is refused, the
 * row is again what the server says, and the reason is said.
 */
export function useSettlePayment() {
  const { mutate } = useMutation({
    mutationKey: KEY,
    mutationFn: ({ payment, settlement }: Settling) => settlePayment(payment, settlement),
    onError: (error) => void showError(messageOf(error, 'The payment could not be updated')),
  });
  const underWay = useMutationState({
    filters: { mutationKey: KEY, status: 'pending' },
    select: ({ state }) => state.variables as Settling,
  });

  async function settle(payment: Payment, settlement: Settlement): Promise<void> {
    const text = `${personName(payment.partner)} — ${azn(payment.amount)} ${asks[settlement]}.`;
    const danger = settlement === 'reject';
    if (!(await confirm({ title: 'Əminsiniz?', text, danger }))) return;
    toast.success(messages[settlement]);
    mutate({ payment, settlement });
  }

  /** The row with the status it gets if its pending settlement succeeds. */
  const withOptimisticStatus = (payment: Payment): Payment => {
    const pendingSettlement = underWay.find((each) => each.payment._id === payment._id);
    return pendingSettlement
      ? { ...payment, status: statusAfter[pendingSettlement.settlement] }
      : payment;
  };

  return { settle, withOptimisticStatus };
}
