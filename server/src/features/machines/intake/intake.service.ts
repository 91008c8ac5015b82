import type {
  AssignStudy,
  CreateFromStudy,
  FoundStudy,
  IntakeList,
  IntakeQuery,
  IntakeStudy,
  StudyAnswer,
} from '@deqiq/contract/machines/intake.ts';
import { intakeMessages } from '@deqiq/contract/machines/intake.ts';
import type { ReportedStudy } from '@deqiq/contract/machines/intake-link.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import { patientDifferences } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import { contextOf } from '../../../platform/db/database-context.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { isoNow } from '../../../platform/time.ts';
import type { CheckupsService } from '../../examinations/checkups/checkups.service.ts';
import type { DeletionsService } from '../../examinations/checkups/deletions/deletions.service.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import { recordActivity } from './activity.ts';
import { type AssignmentDeps, assign, undo } from './assignment/assignment.ts';
import * as candidates from './assignment/candidates.repo.ts';
import { findProposals, presentExamination } from './assignment/proposals.ts';
import {
  COMPARE_INSTANCE,
  type ComparisonDeps,
  comparisonHandler,
} from './comparison/comparison.ts';
import * as repo from './intake.repo.ts';
import { PACK_STUDY, type PackingDeps, packHandler } from './packing/packing.ts';

interface Deps extends AssignmentDeps, PackingDeps, ComparisonDeps {
  versions: TableVersions;
  jobs: Pick<JobQueue, 'enqueue' | 'handle'>;
  files: Pick<FilesService, 'present' | 'linkEpoch'>;
  checkups: Pick<
    CheckupsService,
    'createForFiles' | 'joinImages' | 'receiveFiles' | 'returnFiles' | 'findDifferences'
  >;
  deletions: Pick<DeletionsService, 'removeEmptied'>;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

const statesOf = {
  open: ['arriving', 'waiting'],
  assigned: ['assigned'],
  aside: ['aside'],
} as const;

const OPEN: readonly repo.StudyState[] = statesOf.open;

/** Milliseconds after the last instance; the attempts of a job take less. */
const STUCK_AFTER = 30 * 60_000;

export type IntakeService = ReturnType<typeof intakeService>;

/** Studies that arrived from machines, and the examinations that staff assign them to. */
export function intakeService(deps: Deps) {
  const { db, versions, storage, jobs, files, checkups, audit, now } = deps;
  jobs.handle(PACK_STUDY, packHandler(deps));
  jobs.handle(COMPARE_INSTANCE, comparisonHandler(deps));
  const startedAt = now();
  const tables = versions.memoized(
    ...(['intake_studies', 'intake_files', 'intake_instances', 'file_imaging'] as const),
    ...(['checkups', 'checkup_files', 'partners', 'devices'] as const),
  );

  async function present(
    rows: readonly repo.ListedStudy[],
    { sessionId }: Actor,
  ): Promise<IntakeStudy[]> {
    const ids = rows.map(({ id }) => id);
    const filesOf = Map.groupBy(await repo.listFiles(db, ids), (file) => file.study_id);
    const conflicts = Map.groupBy(await repo.listConflicts(db, ids), (row) => row.study_id);
    const open = rows.filter(({ state }) => OPEN.includes(state));
    const proposals = await findProposals(db, open, now());
    const assigned = await candidates.listByKeys(db, {
      ids: rows.flatMap(({ checkup_id }) => checkup_id ?? []),
      seqs: [],
    });
    return rows.map((row) => ({
      ...describe(row),
      files: files.present(filesOf.get(row.id) ?? [], sessionId),
      conflicts: (conflicts.get(row.id) ?? []).map((instance) => ({
        _id: instance.id,
        sopUid: instance.sop_uid,
        arrivedAt: instance.arrived_at,
        size: instance.size,
      })),
      proposals: proposals.get(row.id) ?? [],
      assignment: presentAssignment(
        row,
        assigned.find(({ id }) => id === row.checkup_id),
      ),
    }));
  }

  async function get(actor: Actor, id: string): Promise<IntakeStudy> {
    const row = await repo.find(db, id);
    const [study] = row ? await present([row], actor) : [];
    if (!study) throw notFound(intakeMessages.notFound);
    return study;
  }

  /** Changes a study in a transaction and returns it. Throws 404 with `missing` where there is none. */
  async function change(
    actor: Actor,
    id: string,
    message: string,
    write: (tx: Db, study: repo.ListedStudy) => Promise<void>,
    missing: string = intakeMessages.notFound,
  ): Promise<StudyAnswer> {
    await db.transaction().execute(async (tx) => {
      await repo.lock(tx, id);
      const study = await repo.find(tx, id);
      if (!study) throw notFound(missing);
      await write(tx, study);
    });
    return { study: await get(actor, id), message };
  }

  return {
    /** Changes whenever a list would; once a minute because proposals depend on the day. */
    version: () => `${tables()}.${files.linkEpoch()}.${Math.floor(now() / 60_000).toString(36)}`,

    async list(actor: Actor, { page, limit, name, list }: IntakeQuery): Promise<IntakeList> {
      const filter = { states: statesOf[list], name };
      const { rows, total } = await repo.list(db, { page, limit }, filter);
      return {
        studies: await present(rows, actor),
        pagination: pagination(page, limit, total),
      };
    },

    /** Packs again what could not be packed, such as on a full disk. Returns how many studies. */
    async sweep(): Promise<number> {
      const ids = await repo.listStuck(db, new Date(now() - STUCK_AFTER).toISOString());
      for (const id of ids)
        await db.transaction().execute(async (tx) => {
          if (await repo.advance(tx, id, ['arriving'], { state: 'arriving', failed_at: null }))
            await jobs.enqueue(tx, { kind: PACK_STUDY, subject: id });
        });
      return ids.length;
    },

    /** Records the studies of a report of the intake process; called before the report is stored. */
    recordActivity: (studies: readonly ReportedStudy[]) =>
      recordActivity({ db, jobs, now, startedAt }, studies),

    find: async (actor: Actor, id: string): Promise<FoundStudy> => ({
      study: await get(actor, id),
    }),

    /** The files of the study become X-rays of the examination. */
    assign: (
      actor: Actor,
      id: string,
      { checkup: checkupId, confirmDifferentPatient: isConfirmed = false }: AssignStudy,
    ) =>
      change(actor, id, intakeMessages.assigned, (tx, study) =>
        assign(deps, tx, { actor, study, checkupId, isConfirmed }),
      ),

    /** The same with a new examination. */
    create: (
      actor: Actor,
      id: string,
      { confirmDifferentPatient: isConfirmed = false, ...input }: CreateFromStudy,
    ) =>
      change(actor, id, intakeMessages.created, async (tx, study) => {
        const checkupId = await checkups.createForFiles(tx, actor, input);
        await assign(deps, tx, { actor, study, checkupId, isConfirmed, hasCreated: true });
      }),

    setAside: (actor: Actor, id: string) =>
      change(actor, id, intakeMessages.setAside, async (tx) => {
        if (!(await repo.advance(tx, id, OPEN, { state: 'aside' })))
          throw conflict(intakeMessages.changed);
        await audit.record(tx, actor, 'set-aside', 'intake-study', id);
      }),

    /** Undoes the assignment of this instant, or, with null, that the study was set aside. */
    undo: (actor: Actor, id: string, assignment: string | null) =>
      change(actor, id, intakeMessages.undone, async (tx, study) => {
        await undo(deps, tx, actor, { study, assignment });
        // Instances that arrived before it was set aside may be in no file.
        await jobs.enqueue(tx, { kind: PACK_STUDY, subject: id });
      }),

    /** Permanently removes an instance that arrived under the UID of another one. */
    discardConflict(actor: Actor, id: string, instance: string): Promise<StudyAnswer> {
      const missing = intakeMessages.conflictNotFound;
      const discard = async (tx: Db) => {
        if (!(await repo.removeConflict(tx, id, instance, isoNow(now)))) throw notFound(missing);
        await repo.finishWithoutFiles(tx, id);
        await audit.record(tx, actor, 'discard', 'intake-instance', instance);
        contextOf(tx).afterCommit(() => void storage.remove(`files/${instance}`).catch(() => {}));
      };
      return change(actor, id, intakeMessages.discarded, discard, missing);
    },
  };
}

function presentAssignment(
  row: repo.ListedStudy,
  checkup: candidates.Candidate | undefined,
): IntakeStudy['assignment'] {
  if (row.checkup_id === null || row.assigned_at === null) return null;
  return {
    checkup: checkup ? presentExamination(checkup) : null,
    checkupId: row.checkup_id,
    at: row.assigned_at,
    by: row.assigned_by_name,
    isCreated: row.has_created === 1,
  };
}

function presentFirstPatient(row: repo.ListedStudy): IntakeStudy['firstPatient'] {
  if (row.shared_study_uid === null) return null;
  const reasons = row.patient_differences.split(' ');
  return {
    patientName: row.first_patient_name ?? '',
    birthDate: row.first_birth_date ?? '',
    reasons: patientDifferences.filter((difference) => reasons.includes(difference)),
  };
}

const describe = (row: repo.ListedStudy) => ({
  _id: row.id,
  state: row.state,
  studyUid: row.shared_study_uid ?? row.study_uid,
  firstPatient: presentFirstPatient(row),
  isShared: Boolean(row.is_shared),
  patientName: row.patient_name,
  patientId: row.patient_id,
  birthDate: row.birth_date,
  sex: row.sex,
  accessionNumber: row.accession_number,
  description: row.description,
  modalities: row.modalities,
  acquiredOn: row.acquired_on,
  acquiredAt: row.acquired_at,
  device:
    row.device_id !== null && row.device_name !== null
      ? { _id: row.device_id, name: row.device_name }
      : null,
  aeTitle: row.ae_title,
  hasFailed: row.failed_at !== null,
  // The sender announces one number for all patients of a Study UID.
  announced: row.is_shared || row.shared_study_uid !== null ? null : row.announced,
  incomplete: OPEN.includes(row.state) ? row.incomplete : null,
  firstArrivalAt: row.first_arrival_at,
  lastArrivalAt: row.last_arrival_at,
  series: row.series,
  instances: row.instances,
  bytes: row.bytes,
});
