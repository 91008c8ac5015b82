import type { Payment } from '@deqiq/contract/office/payments.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import { queryClient } from '../http/query.ts';

export type Settlement = 'confirm' | 'reject';

export const paymentsQuery = (page: number, name: string, filters?: ListFilters) =>
  adminList('payments', page, { limit: PAGE_SIZE.adminPayments, name }, filters);

/** Settles a payment and refetches all lists (a rejection returns a point), also after a refusal. */
export async function settlePayment(payment: Payment, settlement: Settlement): Promise<void> {
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['admin'] });
  try {
    await call(`PATCH /api/admin/payments/${settlement}/:paymentId`, {
      params: { paymentId: payment._id },
    });
  } catch (error) {
    void refresh();
    throw error;
  }
  await refresh();
}
