import * as z from 'zod';
import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  applicationQuery,
  contactMessageList,
  partnerApplicationList,
  reservationList,
} from './application-lists.ts';
import {
  HONEYPOT,
  sendContactMessage,
  sendPartnerApplication,
  sendReservation,
} from './applications.ts';

/** `booking`: for one booking of a time within a day. */
const reservationSent = done.extend({ booking: z.string() });

const isFilled = z
  .unknown()
  .optional()
  .transform((value) => Boolean(value));
const honeypotField = { [HONEYPOT]: isFilled } as const;

export const applicationsEndpoints = defineEndpoints({
  'POST /api/misc/reservation-application': {
    body: sendReservation.extend(honeypotField),
    answer: reservationSent,
    page: true,
  },
  'POST /api/misc/partner-application': {
    body: sendPartnerApplication.extend(honeypotField),
    answer: done,
    page: true,
  },
  'POST /api/misc/contact-message': {
    body: sendContactMessage.extend(honeypotField),
    answer: done,
    page: true,
  },
  'GET /api/admin/applications/reservation': { query: applicationQuery, answer: reservationList },
  'GET /api/admin/applications/partner': {
    query: applicationQuery,
    answer: partnerApplicationList,
  },
  'GET /api/admin/applications/contact': { query: applicationQuery, answer: contactMessageList },
  'DELETE /api/admin/applications/reservations/:id': { params: byId, answer: done },
  'DELETE /api/admin/applications/partners/:id': { params: byId, answer: done },
  'DELETE /api/admin/applications/contacts/:id': { params: byId, answer: done },
});
