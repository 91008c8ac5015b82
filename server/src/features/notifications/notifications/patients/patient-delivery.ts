import * as z from 'zod';
import type { AppointmentRow, Db, PatientMessageRow } from '../../../../platform/db/tables.ts';
import { inLanguage } from '../../../../platform/http/requests/language.ts';
import { type JobHandler, PostponedError } from '../../../../platform/jobs/job.ts';
import type { SendResult } from '../../../../platform/messaging/message-channel.ts';
import { iso, isoNow } from '../../../../platform/time.ts';
import { BACKOFF, MAX_ATTEMPTS, sendOnce } from '../delivery.ts';
import * as repo from './patient-messages.repo.ts';
import type { PatientSenders } from './patient-senders.ts';
import { composeForPatient, type PatientNews } from './patient-texts.ts';
import { isQuiet } from './reminder-times.ts';

interface Deps {
  readonly db: Db;
  readonly senders: PatientSenders;
  readonly toMessageLink: (appointmentId: string) => string;
  readonly now: () => number;
}

/** Sends a message at most once, as the row says: jobs may come too early after a jump of the clock. */
export function patientDelivery(deps: Deps): JobHandler<object> {
  const { db, senders, toMessageLink, now } = deps;
  const settleAs = (id: string, outcome: Parameters<typeof repo.settle>[2]) => (tx: Db) =>
    repo.settle(tx, id, outcome.state === 'sent' ? { ...outcome, sent_at: isoNow(now) } : outcome);

  return {
    payload: z.object({}),
    concurrency: 4,
    maxAttempts: MAX_ATTEMPTS,
    backoff: BACKOFF,

    async run({ subject: id }, signal) {
      const message = await repo.find(db, id);
      if (message?.state === 'finishing') return settleAs(id, { state: 'sent', is_confirmed: 0 });
      if (message?.state !== 'queued') return undefined;
      const early = Date.parse(message.due_at) - now();
      if (early > 0) throw new PostponedError('the message is not due', early);
      const appointment = await repo.findAppointment(db, message.appointment_id);
      const news = appointment && (await findNews(db, message, appointment, now()));
      const to = appointment && findAddress(message, appointment);
      const send = senders[message.channel];
      if (!news || !to || !send) return settleAs(id, { state: 'cancelled' });
      const link = toMessageLink(appointment.id);
      const content = inLanguage(appointment.language ?? 'az', () => composeForPatient(news, link));
      const result = await sendOnce(
        (from, to) => repo.advance(db, id, from, to),
        async (beforeEnd) =>
          assertSent(await send({ ...content, to, reference: id }, { signal, beforeEnd })),
      );
      if (result.kind === 'refused')
        return settleAs(id, { state: 'failed', failure: result.reason });
      if (result.kind === 'failed') return settleAs(id, { state: 'sent', is_confirmed: 0 });
      return settleAs(id, { state: 'sent', is_confirmed: 1, provider_id: result.id });
    },

    onFailed: (tx, { subject }, reason) =>
      repo.settle(tx, subject, { state: 'failed', failure: reason }),
  };
}

/** Throws where nothing arrived and another attempt may succeed. */
function assertSent(result: SendResult): SendResult {
  if (result.kind !== 'failed' || result.mayHaveArrived) return result;
  const { reason, retryAfter } = result;
  throw retryAfter === undefined ? new Error(reason) : new PostponedError(reason, retryAfter);
}

const findAddress = ({ channel }: PatientMessageRow, { email, phone }: AppointmentRow) =>
  channel === 'email' ? email : phone;

/** undefined where nothing is left to be told. */
async function findNews(
  db: Db,
  { kind, about, ends_at }: PatientMessageRow,
  { id, status, held_until, starts_at: startsAt }: AppointmentRow,
  now: number,
): Promise<PatientNews | undefined> {
  if (ends_at <= iso(now)) return undefined;
  if (kind === 'refunded') return { kind, startsAt };
  if (kind === 'first' && held_until !== null) return { kind: 'held', startsAt };
  if (kind === 'first') return status === 'booked' ? { kind: status, startsAt } : undefined;
  if (status !== 'booked' || isQuiet(now)) return undefined;
  if (kind !== 'offer') return about === startsAt ? { kind: 'reminder', startsAt } : undefined;
  const offer = await repo.findOffer(db, about);
  if (offer?.appointment_id !== id || offer.state !== 'open') return undefined;
  return { kind, startsAt: offer.starts_at, expiresAt: offer.expires_at };
}
