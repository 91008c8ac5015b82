import type { OwnPayment, Payment } from '@deqiq/contract/office/payments.ts';
import { toManat } from '@deqiq/contract/shared/money.ts';
import type { PaymentRow } from './payments.repo.ts';

export const presentOwn = (row: PaymentRow): OwnPayment => ({
  _id: row.id,
  amount: toManat(row.amount_qepik),
  status: row.status,
  gift: row.gift,
  date: row.created_at,
});

export const present = (row: PaymentRow): Payment => ({
  ...presentOwn(row),
  partner: {
    _id: row.partner_id,
    firstName: row.partner_first_name,
    lastName: row.partner_last_name,
    clinicName: row.partner_clinic_name,
    email: row.partner_email,
    phone: row.partner_phone,
    ...(row.partner_deleted && { deleted: true as const }),
  },
});
