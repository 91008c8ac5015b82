import { nameReferredExamination } from '@deqiq/contract/examinations/names/examination-name.ts';
import type { BookReferral } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { BookingLink } from '@deqiq/contract/referrals/booking/booking.ts';
import { referralCodes } from '@deqiq/contract/referrals/codes.ts';
import { linkStates, type ReferralMoveName } from '@deqiq/contract/referrals/referral-states.ts';
import type {
  AssignReferral,
  OwnReferralQuery,
  Referral,
  ReferralAnswer,
  ReferralFields,
  ReferralList,
  ReferralOfPartner,
  ReferralQuery,
} from '@deqiq/contract/referrals/referrals.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import { normalizeCode } from '@deqiq/contract/shared/short-code.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { toInstants } from '../../../platform/db/lists/days.ts';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { MINUTE } from '../../../platform/time.ts';
import type { CheckupsService } from '../../examinations/checkups/checkups.service.ts';
import {
  type SentAttachments,
  withAttachments,
} from '../../imaging/attachments/attachments.service.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { PartnersService } from '../../people/partners/partners.service.ts';
import type { StaffService } from '../../people/staff/staff.service.ts';
import type { AppointmentTimesService } from '../appointment-times/appointment-times.service.ts';
import type { BookingLinksService } from '../booking-links/booking-links.service.ts';
import type { KindsService } from '../kinds/kinds.service.ts';
import type { PatientsService } from '../patients/patients.service.ts';
import {
  attachPictures,
  type CreationDeps,
  insertReferral,
  type Origin,
  toColumns,
} from './referral-creation.ts';
import { MoveConflict } from './referral-moves.service.ts';
import { presentReferral } from './referrals.present.ts';
import * as repo from './referrals.repo.ts';

export interface ReferralDeps extends CreationDeps {
  readonly versions: TableVersions;
  readonly partners: Pick<PartnersService, 'exists'>;
  readonly staff: Pick<StaffService, 'lockActive'>;
  readonly patients: Pick<PatientsService, 'insert' | 'claim'>;
  readonly checkups: Pick<
    CheckupsService,
    'createForFiles' | 'describeShipment' | 'setPatient' | 'cancelUnmade'
  >;
  readonly times: AppointmentTimesService;
  readonly kinds: Pick<KindsService, 'get'>;
  readonly links: Pick<BookingLinksService, 'issueForReferral' | 'toLink'>;
  readonly notifications: Pick<NotificationsService, 'notify'>;
  readonly audit: Pick<AuditService, 'record'>;
}

type WithPictures<Fields> = Fields & { readonly attachments: readonly FormFile[] };

export type ReferralsService = ReturnType<typeof referralsService>;

/** Requests of partners to examine a patient, from the first line to the examination. */
export function referralsService(deps: ReferralDeps) {
  const { db, versions, moves, partners, notifications, audit, now } = deps;
  const tables = versions.memoize(
    'referrals',
    'referral_history',
    'referral_files',
    'appointments',
    'partners',
    'patients',
    'checkups',
    'file_imaging',
    'admins',
  );

  const present = (actor: Actor, rows: readonly repo.ListedReferral[]) =>
    presentAll(deps, actor, rows);

  async function get(handle: Db, actor: Actor, id: string): Promise<Referral> {
    const row = await repo.find(handle, id);
    const isOwn = actor.role === 'admin' || row?.partner_id === actor.personId;
    const [referral] = row && isOwn ? present(actor, [row]) : [];
    if (!referral) throw notFound(referralMessages.notFound());
    return referral;
  }

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
  ) =>
    change(actor, id, message, async (tx) => {
      const { checkup_id } = await moves.move(tx, actor, id, move, reason);
      if (checkup_id === null) return;
      if (move === 'arrive') await moves.settle(tx, actor, checkup_id);
      else if (move === 'cancel') await deps.checkups.cancelUnmade(tx, actor, checkup_id);
    });

  async function create(
    actor: Actor,
    { attachments, ...fields }: WithPictures<ReferralFields>,
    {
      partnerId,
      signal,
    }: { readonly partnerId: string; readonly signal?: AbortSignal | undefined },
  ): Promise<ReferralAnswer> {
    const id = await withAttachments(deps, { actor, signal }, toSent(attachments), (pictures) =>
      db.transaction().execute(async (tx) => {
        const created = await insertReferral(deps, tx, actor, fields, {
          origin: { partnerId },
          pictures,
        });
        if (actor.role === 'partner')
          await notifications.notify(tx, { kind: 'referral', objectId: created });
        return created;
      }),
    );
    return { referral: await get(db, actor, id), message: referralMessages.sent() };
  }

  /** Makes a referral from a picture or a reservation: once, and again when that one has ended. */
  async function transcribe(
    actor: Actor,
    { attachments, ...fields }: WithPictures<ReferralFields>,
    { origin, signal }: { readonly origin: Origin; readonly signal: AbortSignal },
  ): Promise<ReferralAnswer> {
    const [column, value = ''] = origin.checkupId
      ? (['checkup_id', origin.checkupId] as const)
      : (['reservation_id', origin.reservationId] as const);
    const id = await withAttachments(deps, { actor, signal }, toSent(attachments), (pictures) =>
      db.transaction().execute(async (tx) => {
        await repo.releaseOrigin(tx, column, value);
        return insertReferral(deps, tx, actor, fields, { origin, pictures });
      }),
    ).catch(async (error: unknown) => {
      if (!isUniqueViolation(error, 'referrals', column)) throw error;
      const existing = await repo.findBy(db, column, value);
      const referral = existing && (await get(db, actor, existing.id));
      throw conflict(referralMessages.alreadyTranscribed(), { referral });
    });
    return { referral: await get(db, actor, id), message: referralMessages.transcribed() };
  }

  async function assertPartner(partnerId: string): Promise<void> {
    if (!(await partners.exists(partnerId)))
      throw invalid('partner', referralMessages.partnerMissing());
  }

  async function findByCode(code: string): Promise<repo.ListedReferral | undefined> {
    const seq = referralCodes.parse(code);
    const row = seq === undefined ? undefined : await repo.findBySeq(db, seq);
    return row && referralCodes.format(row) === normalizeCode(code) ? row : undefined;
  }

  async function listPage(
    actor: Actor,
    request: Parameters<typeof repo.list>[1],
    filter: repo.ReferralFilter,
  ): Promise<ReferralList> {
    await moves.expire();
    const { page, limit, name } = request;
    const coded = await findByCode(name);
    const found = coded && repo.matches(coded, filter) ? [coded] : [];
    const { rows, total } = coded
      ? { rows: page === 1 ? found : [], total: found.length }
      : await repo.list(db, request, filter);
    const referrals = present(actor, rows);
    return { referrals, pagination: pagination(page, limit, total) };
  }

  return {
    /** Changes whenever a list would; once a minute because referrals expire. */
    version: () => `${tables()}.${Math.floor(now() / MINUTE).toString(36)}`,

    list: (
      actor: Actor,
      {
        page,
        limit,
        name,
        sort,
        ids,
        partner,
        state,
        assignee,
        ...days
      }: ReferralQuery & Selection,
    ) =>
      listPage(
        actor,
        { page, limit, name, sort, ids },
        {
          owner: partner,
          status: state,
          assignee: findAssignee(actor, assignee),
          ...toInstants(days),
        },
      ),

    listOwn: (actor: Actor, { page, limit, name, state, ...days }: OwnReferralQuery) =>
      listPage(
        actor,
        { page, limit, name },
        { owner: actor.personId, status: state, ...toInstants(days) },
      ),

    /** For staff: the newest referrals with this code, or of patients with this name. */
    async findNewest(text: string, limit: number): Promise<repo.FlatReferral[]> {
      const coded = await findByCode(text);
      return coded ? [coded] : repo.listNewest(db, text, limit);
    },

    async find(actor: Actor, id: string) {
      await moves.expire();
      return { referral: await get(db, actor, id) };
    },

    /** The referrals of a patient's records, newest first. */
    async listOfPatients(actor: Actor, patientIds: readonly string[], limit: number) {
      await moves.expire();
      return present(actor, await repo.listOfPatients(db, patientIds, limit));
    },

    send: (actor: Actor, fields: WithPictures<ReferralFields>, signal?: AbortSignal) =>
      create(actor, fields, { partnerId: actor.personId, signal }),

    /** By telephone. */
    async sendFor(
      actor: Actor,
      { partner, ...fields }: WithPictures<ReferralOfPartner>,
      signal?: AbortSignal,
    ) {
      await assertPartner(partner);
      return create(actor, fields, { partnerId: partner, signal });
    },

    /** Only while it is sent; new pictures join the others. */
    async edit(
      actor: Actor,
      id: string,
      { attachments, ...fields }: WithPictures<ReferralFields>,
      signal?: AbortSignal,
    ) {
      await get(db, actor, id);
      return withAttachments(deps, { actor, signal }, toSent(attachments), (pictures) =>
        change(actor, id, referralMessages.updated, async (tx) => {
          if (!(await repo.update(tx, { id, status: 'sent' }, toColumns(fields))))
            throw new MoveConflict();
          await attachPictures(deps, tx, id, pictures);
          await audit.record(tx, actor, 'change', 'referral', id);
        }),
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
      const referral = await get(db, actor, id);
      if (!linkStates.includes(referral.state)) throw new MoveConflict();
      const token = await db.transaction().execute(async (tx) => {
        await audit.record(tx, actor, 'create-token', 'referral', id);
        return deps.links.issueForReferral(tx, id);
      });
      return { link: deps.links.toLink(token) };
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

    /** A picture that a partner has sent becomes a referral, which keeps the picture. */
    async transcribeShipment(
      actor: Actor,
      checkupId: string,
      fields: WithPictures<ReferralFields>,
      signal: AbortSignal,
    ) {
      const shipment = await repo.findShipment(db, checkupId);
      if (!shipment) throw notFound(referralMessages.shipmentNotFound());
      const origin = { partnerId: shipment.partner_id, checkupId };
      return transcribe(actor, fields, { origin, signal });
    },

    async transcribeReservation(
      actor: Actor,
      reservationId: string,
      { partner, ...fields }: WithPictures<ReferralOfPartner>,
      signal: AbortSignal,
    ) {
      if (!(await repo.hasReservation(db, reservationId)))
        throw notFound(referralMessages.reservationNotFound());
      await assertPartner(partner);
      return transcribe(actor, fields, { origin: { partnerId: partner, reservationId }, signal });
    },

    /** In the caller's transaction: the referral of an examination gets its patient. */
    async setPatient(tx: Db, checkupId: string, patient_id: string | null): Promise<void> {
      const found = await repo.findBy(tx, 'checkup_id', checkupId);
      const row = found && (await repo.find(tx, found.id));
      // A record that is merged into the same survivor stays as it is.
      if (!row || (patient_id !== null && row.patient?.id === patient_id)) return;
      const patient_link = patient_id === null ? null : newId();
      await repo.link(tx, row.id, { patient_id, patient_link, checkup_id: checkupId });
    },
  };
}

const presentAll = (
  { files }: Pick<CreationDeps, 'files'>,
  actor: Actor,
  rows: readonly repo.ListedReferral[],
): Referral[] => {
  const isForStaff = actor.role === 'admin';
  const reader = isForStaff ? 'staff' : 'partner';
  return rows.map((row) =>
    presentReferral(row, files.present(row.pictures, actor.sessionId, { reader }), isForStaff),
  );
};

const findAssignee = (
  { personId }: Actor,
  assignee: ReferralQuery['assignee'],
): string | null | undefined =>
  assignee === 'none' ? null : assignee === 'me' ? personId : assignee;

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

const toSent = (attachments: readonly FormFile[]): SentAttachments => ({
  field: 'attachments',
  sent: attachments,
  tooLarge: referralMessages.attachmentTooLarge,
});
