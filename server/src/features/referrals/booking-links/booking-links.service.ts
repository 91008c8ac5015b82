import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { BOOKING_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import { REFERRAL_EXPIRY_DAYS } from '@deqiq/contract/referrals/referral-states.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { DAY, iso, isoNow } from '../../../platform/time.ts';
import * as repo from './booking-links.repo.ts';

export type BookingLink = repo.LinkRow;

interface Deps {
  readonly db: Db;
  readonly siteUrl: string;
  readonly secret: Buffer;
  readonly now: () => number;
}

export type BookingLinksService = ReturnType<typeof bookingLinksService>;

/** Links with which people without an account book. Only hashes of their tokens are stored. */
export function bookingLinksService({ db, siteUrl, secret, now }: Deps) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'booking links', 32));
  const toLink = (token: string): string => `${siteUrl}${BOOKING_PATH}${token}`;

  /** Messages are written later, when the token is not stored: it follows from the appointment. */
  const deriveToken = (appointmentId: string): string =>
    createHmac('sha256', key).update(appointmentId).digest('base64url');

  async function issue(
    tx: Db,
    owner: { readonly referral_id: string | null; readonly reservation_id: string | null },
    days: number,
  ): Promise<string> {
    const token = createToken();
    const expires_at = iso(now() + days * DAY);
    await repo.insert(tx, { token_hash: hashToken(token), ...owner, expires_at });
    return token;
  }

  return {
    toLink,

    /** The link of an appointment in messages to the patient. */
    toMessageLink: (appointmentId: string): string => toLink(deriveToken(appointmentId)),

    /** In the transaction that writes a message: makes its link valid. */
    issueForMessage: (tx: Db, appointment_id: string): Promise<void> =>
      repo.insertForMessage(tx, {
        token_hash: hashToken(deriveToken(appointment_id)),
        appointment_id,
        expires_at: isoNow(now),
      }),

    /** For one booking within a day. */
    issueForReservation: (tx: Db, reservation_id: string): Promise<string> =>
      issue(tx, { referral_id: null, reservation_id }, 1),

    /** Lives as long as a referral waits. */
    issueForReferral: (tx: Db, referral_id: string): Promise<string> =>
      issue(tx, { referral_id, reservation_id: null }, REFERRAL_EXPIRY_DAYS),

    /** A token that opens nothing, for bots. */
    createToken,

    /** Throws 404 where it is unknown, or has ended without a booking. */
    async find(token: string): Promise<BookingLink> {
      const row = await repo.find(db, hashToken(token));
      if (!row || (row.appointment_id === null && row.expires_at <= isoNow(now)))
        throw notFound(appointmentMessages.linkEnded());
      return row;
    },

    /** In the transaction of the booking; throws 409 where it has booked already. */
    async use(tx: Db, link: BookingLink, appointmentId: string): Promise<void> {
      if (link.referral_id !== null) return;
      if (!(await repo.use(tx, link.token_hash, appointmentId)))
        throw conflict(appointmentMessages.alreadyBooked());
    },

    findPerson: repo.findPerson,

    findReferral: (id: string) => repo.findReferral(db, id),

    sweep: (): Promise<number> => repo.removeEnded(db, isoNow(now)),
  };
}

/** 256 random bits; a fast hash is enough for them. */
const createToken = (): string => randomBytes(32).toString('base64url');

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
