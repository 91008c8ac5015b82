import * as paymentMessages from '@deqiq/messages/office/payments.js';
import * as z from 'zod';
import { partnerReference } from '../people/partners.ts';
import { PAGE_SIZE } from '../shared/limits.ts';
import {
  checkupPagination,
  dayFilters,
  type FilteredQuery,
  optionalFilter,
  pageQuery,
  pageQueryByName,
  partnerFilter,
  sortBy,
  statusFilter,
} from '../shared/paging.ts';
import { instant } from '../shared/time/dates.ts';

/** Only a pending payment changes. */
export const paymentStatuses = ['pending', 'completed', 'rejected'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** A partner's request: `amount` in manat (one per point), and the gift if there is one. */
export const ownPayment = z.object({
  _id: z.string(),
  amount: z.number(),
  status: z.enum(paymentStatuses),
  gift: z.string().nullable(),
  date: instant,
});

/** A request in the view of staff. */
export const payment = ownPayment.extend({
  partner: partnerReference.extend({
    clinicName: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
});

export const byPaymentId = z.object({ paymentId: z.string() });

/** `gift=any`: only those for a gift. */
export const paymentQuery = pageQueryByName(PAGE_SIZE.adminPayments).extend({
  sort: sortBy(['name', 'amount', 'date']),
  partner: partnerFilter,
  status: statusFilter(paymentStatuses),
  gift: optionalFilter(z.literal('any'), paymentMessages.badGift),
  ...dayFilters,
});
export const ownPaymentQuery = pageQuery(PAGE_SIZE.partnerPayments);

export const paymentList = z.object({ payments: z.array(payment), totalPages: z.int() });

export const ownPaymentList = z.object({
  payments: z.array(ownPayment),
  pagination: checkupPagination,
});

export const paymentAnswer = z.object({ payment, message: z.string() });

export type Payment = z.output<typeof payment>;
export type OwnPayment = z.output<typeof ownPayment>;
export type PaymentList = z.output<typeof paymentList>;
export type OwnPaymentList = z.output<typeof ownPaymentList>;
export type PaymentQuery = FilteredQuery<z.output<typeof paymentQuery>>;
