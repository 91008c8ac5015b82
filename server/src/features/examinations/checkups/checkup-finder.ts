import type {
  CheckupQuery,
  OwnCheckupQuery,
} from '@deqiq/contract/examinations/checkup-queries.ts';
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
import { listPage, presentFor, toFilter, toOwnFilter } from './checkup-lists.ts';
import { presentCheckup } from './checkups.present.ts';
import * as repo from './checkups.repo.ts';
import * as earlier from './earlier-checkups.repo.ts';
import { toExamination } from './files/received-files.ts';
import { findPatientDifferences } from './patient-check/patient-check.ts';

export interface FinderDeps {
  readonly db: Db;
  readonly versions: TableVersions;
  readonly files: FilesService;
  readonly disk: DiskService;
}

/** Finds checkups and lists of them, for staff, partners and the visitors of shares. */
export function checkupFinder({ db, versions, files, disk }: FinderDeps) {
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
  const deps = { db, files };

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

    /** Throws 404 where there is no such checkup, or a partner asks for that of another. */
    find: async (actor: Actor, id: string) => ({
      checkup: present(await findOrFail(db, actor, id), actor),
    }),

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

    /** The newest checkups of a patient's records. */
    async listOfPatients(actor: Actor, patientIds: readonly string[], limit: number) {
      const rows = await repo.listOfPatients(db, patientIds, limit);
      return rows.map((row) => present(row, actor));
    },

    /** In the caller's transaction: whether two examinations are those of one patient. */
    async areOfSamePatient(tx: Db, id: string, otherId: string): Promise<boolean> {
      const row = await repo.find(tx, id);
      const other = await repo.find(tx, otherId);
      return Boolean(row && other && (await earlier.areOfSamePatient(tx, row, other)));
    },

    /** In the caller's transaction: in what the patient of a study contradicts a checkup. */
    async findDifferences(tx: Db, id: string, patient: DescribedPatient) {
      const row = await repo.find(tx, id);
      return row ? findPatientDifferences(tx, toExamination(row), patient) : [];
    },
  };
}

async function findOrFail(db: Db, actor: Actor, id: string) {
  const row = await repo.find(db, id);
  if (!row || (actor.role === 'partner' && row.partner_id !== actor.personId))
    throw notFound(checkupMessages.notFound());
  return row;
}
