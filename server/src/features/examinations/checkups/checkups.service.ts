import type {
  CheckupQuery,
  OwnCheckupQuery,
} from '@deqiq/contract/examinations/checkup-queries.ts';
import type { CreateCheckup, MergeChunks } from '@deqiq/contract/examinations/checkups.ts';
import type { ShipmentDetails } from '@deqiq/contract/examinations/shipments.ts';
import { MAX_EARLIER_CHECKUPS } from '@deqiq/contract/shared/limits.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import type { DiskService } from '../../operations/health/disk.service.ts';
import {
  type ChangeDeps,
  changeCheckup,
  createCheckup,
  createFromShipment,
  type StoredFile,
} from './checkup-changes.ts';
import { listPage, presentFor, toFilter, toOwnFilter } from './checkup-lists.ts';
import { presentCheckup } from './checkups.present.ts';
import * as repo from './checkups.repo.ts';
import * as earlier from './earlier-checkups.repo.ts';
import { type JoinedImages, joinImages } from './files/joined-images.ts';
import {
  createForFiles,
  type IntakePatient,
  type Reception,
  receiveFiles,
  toExamination,
} from './files/received-files.ts';
import { type ReturnedFiles, returnFiles } from './files/returned-files.ts';
import { findPatientDifferences } from './patient-check/patient-check.ts';
import { confirmPatient } from './patient-check/patient-doubts.ts';
import { cancelUnmade, describeShipment, setPatient } from './referred/referred-checkups.ts';

interface Deps extends ChangeDeps {
  readonly versions: TableVersions;
  readonly files: FilesService;
  readonly disk: DiskService;
}

export type CheckupsService = ReturnType<typeof checkupsService>;

/** Examinations and their X-ray files: staff add them, the referring partner sees its own. */
export function checkupsService(deps: Deps) {
  const { db, versions, files, disk } = deps;
  const tablesVersion = versions.memoize(
    'checkups',
    'checkup_files',
    'partners',
    'file_imaging',
    'patients',
    'referrals',
  );
  const openingsVersion = versions.memoize('result_openings');
  const listVersion = () => `${tablesVersion()}.${files.linkEpoch()}`;

  const present = (row: repo.CheckupRow, actor: Actor) => presentFor(files, row, actor);

  return {
    /** Changes whenever the staff's list would, including links and disk usage. `byOpening`: its filters read when results were opened. */
    version(byOpening: boolean): string | Promise<string> {
      const tables = byOpening ? `${listVersion()}.${openingsVersion()}` : listVersion();
      const stamp = disk.stamp();
      return typeof stamp === 'string' ? `${tables}.${stamp}` : stamp.then((s) => `${tables}.${s}`);
    },

    /** Changes whenever a partner's own list would, or the answer about one checkup. */
    ownVersion: () => listVersion(),

    /** The same for a list of results by when they became ready or were opened. */
    unseenVersion: () => `${listVersion()}.${openingsVersion()}`,

    async list(
      actor: Actor,
      { page, limit, name, sort, ids, order, ...query }: CheckupQuery & Selection,
    ) {
      const isOldestFirst = order === 'oldest';
      const request = { page, limit, name, sort, ids, isOldestFirst };
      const found = await listPage(deps, actor, request, toFilter(query));
      return { ...found, diskInfo: await disk.info() };
    },

    listOwn: (actor: Actor, { page, limit, name, ...query }: OwnCheckupQuery) =>
      listPage(deps, actor, { page, limit, name }, toOwnFilter(actor, query)),

    find: async (actor: Actor, id: string) => ({ checkup: await get(deps, actor, id) }),

    /** The examination for the visitor of a share, whose links end with the visit; undefined if it was deleted. */
    async findShared(id: string, visitId: string) {
      const row = await repo.find(db, id);
      return row && presentCheckup(row, (fileRows) => files.present(fileRows, visitId));
    },

    /** Other examinations of the patient at the same partner, for comparison. */
    async listEarlier(actor: Actor, id: string) {
      const rows = await earlier.listOfSamePatient(
        db,
        await findOrFail(db, actor, id),
        MAX_EARLIER_CHECKUPS,
      );
      return { checkups: rows.map((row) => present(row, actor)) };
    },

    /** In the caller's transaction: whether two examinations are those of one patient. */
    async areOfSamePatient(tx: Db, id: string, otherId: string): Promise<boolean> {
      const row = await repo.find(tx, id);
      const other = await repo.find(tx, otherId);
      return Boolean(row && other && (await earlier.areOfSamePatient(tx, row, other)));
    },

    async create(actor: Actor, input: CreateCheckup, signal?: AbortSignal) {
      const id = await createCheckup(deps, actor, input, signal);
      return answer(deps, actor, id, checkupMessages.created());
    },

    createFromShipment: async (actor: Actor, file: StoredFile, details: ShipmentDetails) =>
      get(deps, actor, await createFromShipment(deps, actor, file, details)),

    /** In the caller's transaction: a checkup for files that follow. Returns its id; throws 400 without the partner. */
    createForFiles: (tx: Db, actor: Actor, input: IntakePatient) =>
      createForFiles(deps, tx, actor, input),

    /** In the caller's transaction: makes stored files X-rays of a checkup; the first completes a pending one. */
    receiveFiles: (tx: Db, actor: Actor | null, checkupId: string, received: Reception) =>
      receiveFiles(deps, tx, actor, checkupId, received),

    /** In the caller's transaction: images join such a file. False where it has other bytes by now, or is in no checkup. */
    joinImages: (tx: Db, fileId: string, joined: JoinedImages) =>
      joinImages(deps, tx, fileId, joined),

    /** In the caller's transaction: takes such files out again. Throws 409 where one has been deleted since. */
    returnFiles: (tx: Db, actor: Actor, checkupId: string, returned: ReturnedFiles) =>
      returnFiles(deps, tx, actor, checkupId, returned),

    async attach(actor: Actor, input: MergeChunks, signal?: AbortSignal) {
      const id = await changeCheckup(deps, actor, input, signal);
      return answer(deps, actor, id, checkupMessages.updated());
    },

    /** Staff have seen both names: what was held back is shown to the partner. Repeatable. */
    async confirmPatient(actor: Actor, id: string) {
      await confirmPatient(deps, actor, id);
      return answer(deps, actor, id, checkupMessages.patientConfirmed());
    },

    /** In the caller's transaction: a shipment whose referral is accepted gets names. */
    describeShipment: (tx: Db, actor: Actor, id: string, input: Omit<IntakePatient, 'partner'>) =>
      describeShipment(deps, tx, actor, id, input),

    /** In the caller's transaction: locks a checkup; false when there is none. */
    lock: repo.lock,

    /** In the caller's transaction, which has locked it: the record of its patient, or none. */
    setPatient,

    /** In the caller's transaction: cancels a checkup without files. */
    cancelUnmade: (tx: Db, actor: Actor, id: string) => cancelUnmade(deps, tx, actor, id),

    /** The newest checkups of a patient's records. */
    async listOfPatients(actor: Actor, patientIds: readonly string[], limit: number) {
      const rows = await repo.listOfPatients(db, patientIds, limit);
      return rows.map((row) => present(row, actor));
    },

    /** In the caller's transaction: in what the patient of a study contradicts a checkup. */
    async findDifferences(tx: Db, id: string, patient: DescribedPatient) {
      const row = await repo.find(tx, id);
      return row ? findPatientDifferences(tx, toExamination(row), patient) : [];
    },
  };
}

/** Throws 404 where there is no such checkup, or a partner asks for that of another. */
async function findOrFail(db: Db, actor: Actor, id: string) {
  const row = await repo.find(db, id);
  if (!row || (actor.role === 'partner' && row.partner_id !== actor.personId))
    throw notFound(checkupMessages.notFound());
  return row;
}

const get = async ({ db, files }: Deps, actor: Actor, id: string) =>
  presentFor(files, await findOrFail(db, actor, id), actor);

/** The answer to a change; its doubt is beside the checkup, too. */
async function answer(deps: Deps, actor: Actor, id: string, message: string) {
  const checkup = await get(deps, actor, id);
  const { patientDoubt } = checkup;
  return { checkup, message, ...(patientDoubt && { patientDoubt }) };
}
