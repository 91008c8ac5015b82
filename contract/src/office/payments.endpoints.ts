import { defineEndpoints } from '../shared/endpoint.ts';
import {
  byPaymentId,
  ownPaymentList,
  ownPaymentQuery,
  paymentAnswer,
  paymentList,
  paymentQuery,
} from './payments.ts';

export const paymentsEndpoints = defineEndpoints({
  'GET /api/admin/payments': { query: paymentQuery, answer: paymentList },
  'PATCH /api/admin/payments/confirm/:paymentId': { params: byPaymentId, answer: paymentAnswer },
  'PATCH /api/admin/payments/reject/:paymentId': { params: byPaymentId, answer: paymentAnswer },
  'GET /api/partner/misc/payments': { query: ownPaymentQuery, answer: ownPaymentList },
});
