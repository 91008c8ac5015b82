import {
  type Payment,
  type PaymentStatus,
  paymentMessages,
} from '@deqiq/contract/office/payments.ts';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { describeError } from '../../../api/http/http-error.ts';
import { type Settlement, settlePayment } from '../../../api/office/payments.ts';
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
 * Settles payments optimistically (specification, section 8): the toast and the new status are shown before the
 * response. While the request is pending its row keeps that status, whatever a poll returns. After a refusal the
 * row has the server's status again, and the reason is shown.
 */
export function useSettlePayment() {
  const { mutate } = useMutation({
    mutationKey: KEY,
    mutationFn: ({ payment, settlement }: Settling) => settlePayment(payment, settlement),
    onError: (error) => void showError(describeError(error, 'The payment could not be updated')),
  });
  const pendingSettlements = useMutationState({
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
    const pendingSettlement = pendingSettlements.find((each) => each.payment._id === payment._id);
    return pendingSettlement
      ? { ...payment, status: statusAfter[pendingSettlement.settlement] }
      : payment;
  };

  return { settle, withOptimisticStatus };
}
