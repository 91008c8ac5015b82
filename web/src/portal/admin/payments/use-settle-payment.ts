import type { Payment, PaymentStatus } from '@deqiq/contract/office/payments.ts';
import * as paymentMessages from '@deqiq/messages/office/payments.js';
import * as texts from '@deqiq/messages/office/payments-screen.js';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { describeError } from '../../../api/http/http-error.ts';
import { type Settlement, settlePayment } from '../../../api/office/payments.ts';
import { personName } from '../../../lib/format.ts';
import { confirm, showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { azn } from '../list/rows/money.ts';

type Settling = { payment: Payment; settlement: Settlement };

const KEY = ['settle-payment'];

const statusAfter: Record<Settlement, PaymentStatus> = { confirm: 'completed', reject: 'rejected' };

const messages = { confirm: paymentMessages.confirmed, reject: paymentMessages.rejected };

const questions = { confirm: texts.confirmText, reject: texts.rejectText };

/**
 * Settles payments optimistically (specification, section 8): the toast and the new status are shown before the
 * response. While the request is pending its row keeps that status, whatever a poll returns. After a refusal the
 * row has the server's status again, and the reason is shown.
 */
export function useSettlePayment() {
  const { mutate } = useMutation({
    mutationKey: KEY,
    mutationFn: ({ payment, settlement }: Settling) => settlePayment(payment, settlement),
    onError: (error) => void showError(describeError(error, texts.failed())),
  });
  const pendingSettlements = useMutationState({
    filters: { mutationKey: KEY, status: 'pending' },
    select: ({ state }) => state.variables as Settling,
  });

  async function settle(payment: Payment, settlement: Settlement): Promise<void> {
    const text = questions[settlement]({
      partner: personName(payment.partner),
      amount: azn(payment.amount),
    });
    const danger = settlement === 'reject';
    if (!(await confirm({ title: texts.areYouSure(), text, danger }))) return;
    toast.success(messages[settlement]());
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
