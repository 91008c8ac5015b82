import type { ReportedStudy } from '@deqiq/contract/machines/intake/intake-link.ts';
import type { CommitmentQuestion } from '@deqiq/contract/machines/intake/storage-commitment.ts';
import type {
  AssignStudy,
  CreateFromStudy,
  FoundStudy,
  IntakeList,
  IntakeQuery,
  IntakeStudy,
  StudyAnswer,
} from '@deqiq/contract/machines/intake.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import * as intakeMessages from '@deqiq/messages/machines/intake.js';
import { readContext } from '../../../platform/db/database-context.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { iso, isoNow, MINUTE } from '../../../platform/time.ts';
import type { CheckupsService } from '../../examinations/checkups/checkups.service.ts';
import type { DeletionsService } from '../../examinations/checkups/deletions/deletions.service.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import { recordActivity } from './activity.ts';
import { type AssignmentDeps, assign, undo } from './assignment/assignment.ts';
import { findCommitted } from './commitment/committed-instances.ts';
import {
  COMPARE_INSTANCE,
  type ComparisonDeps,
  comparisonHandler,
} from './comparison/comparison.ts';
import { listedStates, OPEN, presentStudies } from './intake.present.ts';
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

/** Milliseconds after the last instance; the attempts of a job take less. */
const STUCK_AFTER = 30 * MINUTE;

export type IntakeService = ReturnType<typeof intakeService>;

/** Studies that arrived from machines, and the examinations that staff assign them to. */
export function intakeService(deps: Deps) {
  const { db, versions, storage, jobs, files, checkups, audit, now } = deps;
  jobs.handle(PACK_STUDY, packHandler(deps));
  jobs.handle(COMPARE_INSTANCE, comparisonHandler(deps));
  const startedAt = now();
  const tables = versions.memoize(
    ...(['intake_studies', 'intake_files', 'intake_instances', 'file_imaging'] as const),
    ...(['checkups', 'checkup_files', 'partners', 'devices'] as const),
  );

  return {
    /** Changes whenever a list would; once a minute because proposals depend on the day. */
    version: () => `${tables()}.${files.linkEpoch()}.${Math.floor(now() / MINUTE).toString(36)}`,

    async list(actor: Actor, { page, limit, name, list }: IntakeQuery): Promise<IntakeList> {
      const filter = { states: listedStates[list], name };
      const { rows, total } = await repo.list(db, { page, limit }, filter);
      return {
        studies: await presentStudies(deps, rows, actor),
        pagination: pagination(page, limit, total),
      };
    },

    /** Packs again what could not be packed, such as on a full disk. Returns how many studies. */
    async sweep(): Promise<number> {
      const ids = await repo.listStuck(db, iso(now() - STUCK_AFTER));
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

    findCommitted: (question: CommitmentQuestion) => findCommitted(db, question),

    find: async (actor: Actor, id: string): Promise<FoundStudy> => ({
      study: await get(deps, actor, id),
    }),

    assign: (
      actor: Actor,
      id: string,
      { checkup: checkupId, confirmDifferentPatient: isConfirmed = false }: AssignStudy,
    ) =>
      change(deps, actor, id, intakeMessages.assigned(), (tx, study) =>
        assign(deps, tx, { actor, study, checkupId, isConfirmed }),
      ),

    create: (
      actor: Actor,
      id: string,
      { confirmDifferentPatient: isConfirmed = false, ...input }: CreateFromStudy,
    ) =>
      change(deps, actor, id, intakeMessages.created(), async (tx, study) => {
        const checkupId = await checkups.createForFiles(tx, actor, input);
        await assign(deps, tx, { actor, study, checkupId, isConfirmed, hasCreated: true });
      }),

    setAside: (actor: Actor, id: string) =>
      change(deps, actor, id, intakeMessages.setAside(), async (tx) => {
        if (!(await repo.advance(tx, id, OPEN, { state: 'aside' })))
          throw conflict(intakeMessages.changed());
        await audit.record(tx, actor, 'set-aside', 'intake-study', id);
      }),

    /** Undoes the assignment of this instant, or, with null, that the study was set aside. */
    undo: (actor: Actor, id: string, assignment: string | null) =>
      change(deps, actor, id, intakeMessages.undone(), async (tx, study) => {
        await undo(deps, tx, actor, { study, assignment });
        // Instances that arrived before it was set aside may be in no file.
        await jobs.enqueue(tx, { kind: PACK_STUDY, subject: id });
      }),

    /** Permanently removes an instance that arrived under the UID of another one. */
    discardConflict(actor: Actor, id: string, instance: string): Promise<StudyAnswer> {
      const missing = intakeMessages.conflictNotFound();
      const discard = async (tx: Db) => {
        if (!(await repo.removeConflict(tx, id, instance, isoNow(now)))) throw notFound(missing);
        await repo.finishWithoutFiles(tx, id);
        await audit.record(tx, actor, 'discard', 'intake-instance', instance);
        readContext(tx).afterCommit(() => void storage.remove(`files/${instance}`).catch(() => {}));
      };
      return change(deps, actor, id, intakeMessages.discarded(), discard, missing);
    },
  };
}

async function get(deps: Deps, actor: Actor, id: string): Promise<IntakeStudy> {
  const row = await repo.find(deps.db, id);
  const [study] = row ? await presentStudies(deps, [row], actor) : [];
  if (!study) throw notFound(intakeMessages.notFound());
  return study;
}

/** Changes a study in a transaction and returns it. Throws 404 with `missing` where there is none. */
async function change(
  deps: Deps,
  actor: Actor,
  id: string,
  message: string,
  write: (tx: Db, study: repo.ListedStudy) => Promise<void>,
  missing: string = intakeMessages.notFound(),
): Promise<StudyAnswer> {
  await deps.db.transaction().execute(async (tx) => {
    await repo.lock(tx, id);
    const study = await repo.find(tx, id);
    if (!study) throw notFound(missing);
    await write(tx, study);
  });
  return { study: await get(deps, actor, id), message };
}
