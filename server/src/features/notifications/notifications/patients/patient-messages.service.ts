import {
  type PatientChannel,
  patientChannels,
} from '@deqiq/contract/referrals/booking/patient-channels.ts';
import type { AppointmentRow, Db, OfferRow } from '../../../../platform/db/tables.ts';
import { newId } from '../../../../platform/ids.ts';
import type { JobQueue } from '../../../../platform/jobs/job-queue.ts';
import type { MessageStatus } from '../../../../platform/messaging/message-channel.ts';
import { DAY, iso, isoNow } from '../../../../platform/time.ts';
import { patientDelivery } from './patient-delivery.ts';
import * as repo from './patient-messages.repo.ts';
import type { PatientSenders } from './patient-senders.ts';
import { isQuiet, listReminders } from './reminder-times.ts';

export type { PatientChannel };

interface Deps {
  readonly db: Db;
  readonly jobs: Pick<JobQueue, 'handle' | 'enqueue'>;
  readonly senders: PatientSenders;
  /** The link of an appointment that messages contain. */
  readonly toMessageLink: (appointmentId: string) => string;
  readonly now: () => number;
}

/** Milliseconds in which the message about a refund is sent. */
const WEEK = 7 * DAY;

/** Where a patient is reached. */
type Reached = Pick<AppointmentRow, 'email' | 'phone'>;

export type PatientMessagesService = ReturnType<typeof patientMessagesService>;

/** Messages to patients: recorded with the change that they tell of, delivered by jobs. See docs/decisions/messages.md. */
export function patientMessagesService(deps: Deps) {
  const { db, jobs, senders, now } = deps;
  const { listReached, listAgreed, listFirst } = channelLists(senders);
  jobs.handle('send-patient-message', patientDelivery(deps));

  async function enqueue(tx: Db, message: Omit<repo.NewMessage, 'id' | 'created_at'>) {
    const id = await repo.insert(tx, { id: newId(), created_at: isoNow(now), ...message });
    if (id === undefined) return;
    await jobs.enqueue(tx, { kind: 'send-patient-message', subject: id, runAt: message.due_at });
  }

  return {
    listReached,
    listAgreed,
    listFirst,

    /** In the transaction of the booking: the first message, at any hour. */
    async begin(tx: Db, row: AppointmentRow, channels: readonly PatientChannel[]): Promise<void> {
      for (const channel of channels)
        await enqueue(tx, {
          appointment_id: row.id,
          kind: 'first',
          channel,
          about: '',
          due_at: isoNow(now),
          ends_at: row.held_until ?? row.starts_at,
        });
    },

    /** In the transaction of each change of an appointment: its reminders are those of its time, and others end. */
    async follow(tx: Db, id: string): Promise<void> {
      const row = await repo.findAppointment(tx, id);
      if (!row) return;
      for (const message of await repo.listQueued(tx, id))
        if (!isWanted(row, listAgreed(row), message))
          await repo.advance(tx, message.id, 'queued', 'cancelled');
      if (row.status !== 'booked') return;
      const reminders = listReminders(row.starts_at, now());
      for (const channel of listAgreed(row))
        for (const { kind, dueAt: due_at, endsAt: ends_at } of reminders)
          await enqueue(tx, {
            appointment_id: id,
            kind,
            channel,
            about: row.starts_at,
            due_at,
            ends_at,
          });
    },

    /** Later news of the provider about a message, in any order. */
    async recordStatus({ reference, status, code }: MessageStatus): Promise<void> {
      if (reference === undefined || status === 'sent') return;
      const failure = status === 'failed' ? (code ?? 'not delivered') : null;
      await repo.recordOutcome(db, reference, failure);
    },

    /** In the transaction that books the refund of a deposit. */
    async announceRefund(tx: Db, appointment_id: string, deposit: string): Promise<void> {
      const row = await repo.findAppointment(tx, appointment_id);
      if (!row) return;
      for (const channel of listFirst(row, listAgreed(row)))
        await enqueue(tx, {
          appointment_id,
          kind: 'refunded',
          channel,
          about: deposit,
          due_at: isoNow(now),
          ends_at: iso(now() + WEEK),
        });
    },

    /** In the transaction that makes an offer. In the quiet hours only the page shows it. */
    async offer(tx: Db, { id, appointment_id, expires_at }: OfferRow): Promise<void> {
      const row = await repo.findAppointment(tx, appointment_id);
      if (!row || isQuiet(now())) return;
      for (const channel of listAgreed(row))
        await enqueue(tx, {
          appointment_id,
          kind: 'offer',
          channel,
          about: id,
          due_at: isoNow(now),
          ends_at: expires_at,
        });
    },
  };
}

/** The channels by which a patient gets messages. */
function channelLists(senders: PatientSenders) {
  const isReached = (channel: PatientChannel, { email, phone }: Reached): boolean =>
    senders[channel] !== undefined && (channel === 'email' ? email !== null : phone !== '');

  const listReached = (person: Reached): PatientChannel[] =>
    patientChannels.filter((channel) => isReached(channel, person));

  /** Channels to which the patient agreed, and by which the patient is reached. */
  const listAgreed = (row: AppointmentRow): PatientChannel[] =>
    listReached(row).filter((channel) => row.channels.split(' ').includes(channel));

  /**
   * Channels of messages that need no consent: those that were selected, and e-mail; SMS where there is no other.
   */
  function listFirst(person: Reached, selected: readonly PatientChannel[]): PatientChannel[] {
    const reached = listReached(person);
    const first = reached.filter((channel) => channel === 'email' || selected.includes(channel));
    return first.length > 0 ? first : reached.filter((channel) => channel === 'sms');
  }

  return { listReached, listAgreed, listFirst };
}

/** Whether a message in the queue is still of the appointment as it is now. */
function isWanted(
  row: AppointmentRow,
  agreed: readonly PatientChannel[],
  { kind, channel, about }: Awaited<ReturnType<typeof repo.listQueued>>[number],
): boolean {
  if (kind === 'refunded') return true;
  if (kind === 'first')
    return (
      (row.held_until !== null || row.status === 'booked') &&
      (channel !== 'email' || row.email !== null)
    );
  return (
    row.status === 'booked' &&
    agreed.includes(channel) &&
    (kind === 'offer' || about === row.starts_at)
  );
}
