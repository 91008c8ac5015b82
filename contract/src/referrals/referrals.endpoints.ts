import * as z from 'zod';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { bookReferral } from './booking/appointments.ts';
import { bookingLink } from './booking/booking.ts';
import {
  acceptReferral,
  assignReferral,
  foundReferral,
  ownReferralQuery,
  referralAnswer,
  referralConflict,
  referralFields,
  referralList,
  referralOfPartner,
  referralQuery,
  withOwnReason,
  withReason,
} from './referrals.ts';

const files = { attachments: 'list' } as const;
const move = { params: byId, answer: referralAnswer, conflict: referralConflict } as const;

export const referralsEndpoints = defineEndpoints({
  'POST /api/partner/referrals': { body: referralFields, files, answer: referralAnswer },
  'GET /api/partner/referrals': { query: ownReferralQuery, answer: referralList },
  'GET /api/partner/referrals/:id': { params: byId, answer: foundReferral },
  'PUT /api/partner/referrals/:id': { ...move, body: referralFields, files },
  'POST /api/partner/referrals/:id/cancel': { ...move, body: withOwnReason },
  'POST /api/partner/referrals/:id/link': { params: byId, answer: bookingLink },
  'GET /api/admin/referrals': { query: referralQuery, answer: referralList },
  'POST /api/admin/referrals': { body: referralOfPartner, files, answer: referralAnswer },
  'GET /api/admin/referrals/:id': { params: byId, answer: foundReferral },
  'POST /api/admin/referrals/:id/accept': { ...move, body: acceptReferral },
  'POST /api/admin/referrals/:id/decline': { ...move, body: withReason },
  'POST /api/admin/referrals/:id/cancel': { ...move, body: withReason },
  'POST /api/admin/referrals/:id/book': { ...move, body: bookReferral },
  'POST /api/admin/referrals/:id/arrive': move,
  'POST /api/admin/referrals/:id/missed': move,
  'PUT /api/admin/referrals/:id/assignee': {
    params: byId,
    body: assignReferral,
    answer: referralAnswer,
    conflict: referralConflict,
  },
  'POST /api/admin/shipments/:checkup/referral': {
    params: z.object({ checkup: z.string() }),
    body: referralFields,
    files,
    answer: referralAnswer,
    conflict: referralConflict,
  },
  'POST /api/admin/applications/reservations/:id/referral': {
    ...move,
    body: referralOfPartner,
    files,
  },
});
