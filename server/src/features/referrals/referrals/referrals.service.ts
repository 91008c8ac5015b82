import { nameReferredExamination } from '@deqiq/contract/examinations/names/examination-name.ts';
import type { BookReferral } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { BookingLink } from '@deqiq/contract/referrals/booking/booking.ts';
import { linkStates, type ReferralMoveName } from '@deqiq/contract/referrals/referral-states.ts';
import type {
  AssignReferral,
  Referral,
  ReferralAnswer,
  ReferralFields,
} from '@deqiq/contract/referrals/referrals.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import type { CheckupsService } from '../../examinations/checkups/checkups.service.ts';
import {
  type StoredAttachment,
  withAttachments,
} from '../../imaging/attachments/attachments.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { StaffService } from '../../people/staff/staff.service.ts';
import type { AppointmentTimesService } from '../appointment-times/appointment-times.service.ts';
import type { BookingLinksService } from '../booking-links/booking-links.service.ts';
import type { KindsService } from '../kinds/kinds.service.ts';
import type { PatientsService } from '../patients/patients.service.ts';
import { attachPictures, toColumns } from './referral-creation.ts';
import { MoveConflict, type ReferralMovesService } from './referral-moves.service.ts';
import { type ReadingDeps, referralReading } from './referral-reading.ts';
import {
  referralSending,
  type SendingDeps,
  toSent,
  type WithPictures,
} from './referral-sending.ts';
import * as repo from './referrals.repo.ts';

export interface ReferralDeps extends ReadingDeps, SendingDeps {
  readonly files: SendingDeps['files'];
  readonly moves: ReferralMovesService;
  readonly staff: Pick<StaffService, 'lockActive'>;
  readonly patients: Pick<PatientsService, 'insert' | 'claim'>;
  readonly checkups: Pick<
    CheckupsService,
    'createForFiles' | 'describeShipment' | 'setPatient' | 'cancelUnmade'
  >;
  readonly times: AppointmentTimesService;
  readonly kinds: Pick<KindsService, 'get'>;
  readonly links: Pick<BookingLinksService, 'issueForReferral' | 'toLink'>;
  readonly audit: Pick<AuditService, 'record'>;
}

export type ReferralsService = ReturnType<typeof referralsService>;

/** Requests of partners to examine a patient, from the first line to the examination. */
export function referralsService(deps: ReferralDeps) {
  const { db, moves } = deps;
  const { get, ...reading } = referralReading(deps);
  const sending = referralSending(deps, { get });

  /** Runs a change after all due times; a conflict answers with the present referral. */
  async function change(
    actor: Actor,
    id: string,
    message: () => string,
    work: (tx: Db) => Promise<void>,
  ): Promise<ReferralAnswer> {
    await moves.expire();
    try {
      await db.transaction().execute(work);
    } catch (error) {
      if (!(error instanceof MoveConflict)) throw error;
      throw conflict(error.message, { referral: await get(db, actor, id) });
    }
    return { referral: await get(db, actor, id), message: message() };
  }

  /** A move without further consequences. */
  const step = (
    actor: Actor,
    id: string,
    {
      move,
      message,
      reason = '',
    }: { move: ReferralMoveName; message: () => string; reason?: string },
  ) => change(actor, id, message, (tx) => takeStep(deps, tx, actor, id, { move, reason }));

  return {
    ...reading,
    send: sending.send,
    sendFor: sending.sendFor,
    transcribeShipment: sending.transcribeShipment,
    transcribeReservation: sending.transcribeReservation,

    /** Only while it is sent; new pictures join the others. */
    async edit(
      actor: Actor,
      id: string,
      { attachments, ...fields }: WithPictures<ReferralFields>,
      signal?: AbortSignal,
    ) {
      await get(db, actor, id);
      return withAttachments(deps, { actor, signal }, toSent(attachments), (pictures) =>
        change(actor, id, referralMessages.updated, (tx) =>
          edit(deps, tx, actor, id, { fields, pictures }),
        ),
      );
    },

    /** Takes the record of the patient, or makes one, and a pending examination of the patient. */
    accept: (actor: Actor, id: string, patientId: string) =>
      change(actor, id, referralMessages.accepted, (tx) => accept(deps, tx, actor, id, patientId)),

    decline: (actor: Actor, id: string, reason: string) =>
      step(actor, id, { move: 'decline', message: referralMessages.declined, reason }),

    cancel: (actor: Actor, id: string, reason: string) =>
      step(actor, id, { move: 'cancel', message: referralMessages.cancelled, reason }),

    /** With this link the patient books, until the examination. */
    async createLink(actor: Actor, id: string): Promise<BookingLink> {
      await moves.expire();
      return createLink(deps, actor, await get(db, actor, id));
    },

    /** At any hour; repeated, it gets another time. Throws 409 where the machine is taken. */
    async book(actor: Actor, id: string, { kind, ...time }: BookReferral) {
      const slot = { kind: kind === '' ? null : (await deps.kinds.get(db, kind))._id, ...time };
      return change(actor, id, appointmentMessages.booked, async (tx) => {
        await moves.book(tx, actor, id, slot);
      });
    },

    arrive: (actor: Actor, id: string) =>
      step(actor, id, { move: 'arrive', message: referralMessages.arrived }),

    miss: (actor: Actor, id: string) =>
      step(actor, id, { move: 'miss', message: referralMessages.missed }),

    /** Makes a member of staff responsible, or no one; in any state, and no step of its history. */
    async assign(actor: Actor, id: string, change: AssignReferral): Promise<ReferralAnswer> {
      const isDone = await db.transaction().execute((tx) => assign(deps, tx, actor, id, change));
      const referral = await get(db, actor, id);
      if (!isDone) throw conflict(referralMessages.assignedMeanwhile(), { referral });
      const message =
        change.assignee === null ? referralMessages.unassigned : referralMessages.assigned;
      return { referral, message: message() };
    },

    /** In the caller's transaction: the referral of an examination gets its patient. */
    setPatient,
  };
}

async function takeStep(
  { moves, checkups }: Pick<ReferralDeps, 'moves' | 'checkups'>,
  tx: Db,
  actor: Actor,
  id: string,
  { move, reason }: { move: ReferralMoveName; reason: string },
): Promise<void> {
  const { checkup_id } = await moves.move(tx, actor, id, move, reason);
  if (checkup_id === null) return;
  if (move === 'arrive') await moves.settle(tx, actor, checkup_id);
  else if (move === 'cancel') await checkups.cancelUnmade(tx, actor, checkup_id);
}

async function edit(
  deps: ReferralDeps,
  tx: Db,
  actor: Actor,
  id: string,
  { fields, pictures }: { fields: ReferralFields; pictures: readonly StoredAttachment[] },
): Promise<void> {
  if (!(await repo.update(tx, { id, status: 'sent' }, toColumns(fields)))) throw new MoveConflict();
  await attachPictures(deps, tx, id, pictures);
  await deps.audit.record(tx, actor, 'change', 'referral', id);
}

async function createLink(
  { db, links, audit }: ReferralDeps,
  actor: Actor,
  { _id: id, state }: Referral,
): Promise<BookingLink> {
  if (!linkStates.includes(state)) throw new MoveConflict();
  const token = await db.transaction().execute(async (tx) => {
    await audit.record(tx, actor, 'create-token', 'referral', id);
    return links.issueForReferral(tx, id);
  });
  return { link: links.toLink(token) };
}

/** Returns false where another person has become responsible. */
async function assign(
  { staff, audit }: ReferralDeps,
  tx: Db,
  actor: Actor,
  id: string,
  change: AssignReferral,
): Promise<boolean> {
  const { assignee } = change;
  const member = assignee === null ? null : await staff.lockActive(tx, assignee);
  if (member === undefined) throw invalid('assignee', referralMessages.badAssignee());
  const row = await repo.findFlat(tx, id);
  if (!row) throw notFound(referralMessages.notFound());
  if (row.assignee_id === assignee) return true;
  if (!(await repo.assign(tx, id, change))) return false;
  const [action, name] = member
    ? (['assign', member.username] as const)
    : (['unassign', row.assignee_name] as const);
  await audit.record(tx, actor, action, 'referral', id, name ?? undefined);
  return true;
}

async function accept(
  { moves, times, patients, checkups }: ReferralDeps,
  tx: Db,
  actor: Actor,
  id: string,
  patientId: string,
): Promise<void> {
  const row = await moves.move(tx, actor, id, 'accept');
  // Staff may have linked a transcribed shipment to a record already.
  const existing = patientId || row.checkup_patient;
  const patient_id = existing
    ? await patients.claim(tx, existing)
    : await patients.insert(tx, actor, {
        firstName: row.first_name,
        lastName: row.last_name,
        fatherName: row.father_name,
        birthDate: row.birth_date,
        sex: row.sex,
        phone: row.phone,
        email: '',
        nationalId: '',
        note: '',
      });
  const described = {
    firstName: row.first_name,
    lastName: row.last_name,
    name: nameReferredExamination(row.examination as Referral['examination']),
  };
  const checkupId =
    row.checkup_id ??
    (await checkups.createForFiles(tx, actor, { partner: row.partner_id, ...described }));
  if (row.checkup_id !== null) await checkups.describeShipment(tx, actor, checkupId, described);
  await checkups.setPatient(tx, checkupId, patient_id);
  await repo.link(tx, id, { patient_id, patient_link: newId(), checkup_id: checkupId });
  // The patient has booked with a link already.
  if (await times.findBooked(tx, id)) await moves.move(tx, null, id, 'book');
  await moves.settle(tx, actor, checkupId);
}

async function setPatient(tx: Db, checkupId: string, patient_id: string | null): Promise<void> {
  const found = await repo.findBy(tx, 'checkup_id', checkupId);
  const row = found && (await repo.find(tx, found.id));
  // A record that is merged into the same survivor stays as it is.
  if (!row || (patient_id !== null && row.patient?.id === patient_id)) return;
  const patient_link = patient_id === null ? null : newId();
  await repo.link(tx, row.id, { patient_id, patient_link, checkup_id: checkupId });
}
