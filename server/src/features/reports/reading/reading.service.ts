import type {
  Reader,
  ReadingAnswer,
  ReadingList,
  ReadingQuery,
} from '@deqiq/contract/reports/reading.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as readingMessages from '@deqiq/messages/reports/reading.js';
import * as reportMessages from '@deqiq/messages/reports/reports.js';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { AppError, conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { isoNow, MINUTE } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { ReferralMovesService } from '../../referrals/referrals/referral-moves.service.ts';
import { present, presentReader } from './reading.present.ts';
import * as repo from './reading.repo.ts';

interface Deps {
  readonly db: Db;
  readonly versions: TableVersions;
  readonly moves: Pick<ReferralMovesService, 'lockCheckup'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => number;
}

export type ReadingService = ReturnType<typeof readingService>;

/** Examinations whose doctors wait for a report, and the radiologists who have taken one. */
export function readingService(deps: Deps) {
  const { db, versions, moves, audit, now } = deps;
  const tables = versions.memoize('referrals', 'checkups', 'partners', 'admins', 'readings');

  return {
    /** Changes whenever the queue may: a reader's time ends without a write. */
    version: () => `${tables()}.${Math.floor(now() / MINUTE)}`,

    async list(actor: Actor, query: ReadingQuery): Promise<ReadingList> {
      const rows = await repo.list(db, query);
      const total = await repo.count(db, query.name);
      return {
        examinations: rows.map((row) => present(row, actor, now())),
        pagination: pagination(query.page, query.limit, total),
      };
    },

    /** Throws 409 with the name of the colleague who was faster. A repeated call begins the time anew. */
    async take(actor: Actor, checkupId: string): Promise<ReadingAnswer> {
      if (!(await repo.isRadiologist(db, actor.personId)))
        throw new AppError('forbidden', 403, reportMessages.notRadiologist());
      return db.transaction().execute(async (tx) => {
        await moves.lockCheckup(tx, checkupId);
        const row = await repo.find(tx, checkupId);
        if (!row) throw await createRefusal(tx, checkupId);
        const reader = presentReader(row, actor, now());
        if (reader && !reader.isOwn) throw takenBy(reader);
        await save(deps, tx, actor, checkupId, reader === null);
        const saved = await repo.find(tx, checkupId);
        const taken = saved && presentReader(saved, actor, now());
        if (!taken) throw new Error('an examination was not taken');
        return { reader: taken, message: readingMessages.taken() };
      });
    },

    /** Throws 409 where a colleague reads it. A repeated call succeeds. */
    release: (actor: Actor, checkupId: string) =>
      db.transaction().execute(async (tx) => {
        if (!(await repo.hasCheckup(tx, checkupId))) throw notFound(checkupMessages.notFound());
        if (await repo.remove(tx, checkupId, actor.personId))
          await audit.record(tx, actor, 'release', 'reading', checkupId);
        const row = await repo.find(tx, checkupId);
        const reader = row && presentReader(row, actor, now());
        if (reader) throw takenBy(reader);
        return { message: readingMessages.released() };
      }),

    /** In the transaction that begins a draft: its author takes the examination if it waits and no colleague has it. */
    async begin(tx: Db, actor: Actor, checkupId: string): Promise<void> {
      await moves.lockCheckup(tx, checkupId);
      const row = await repo.find(tx, checkupId);
      if (row && presentReader(row, actor, now()) === null)
        await save(deps, tx, actor, checkupId, true);
    },

    /** In the transaction that signs a report. */
    async end(tx: Db, checkupId: string): Promise<void> {
      await repo.remove(tx, checkupId);
    },
  };
}

async function save(
  { audit, now }: Deps,
  tx: Db,
  actor: Actor,
  checkupId: string,
  isNew: boolean,
): Promise<void> {
  const { personId: reader_id } = actor;
  await repo.save(tx, { checkup_id: checkupId, reader_id, taken_at: isoNow(now) });
  if (isNew) await audit.record(tx, actor, 'take', 'reading', checkupId);
}

const takenBy = (reader: Reader): AppError =>
  conflict(readingMessages.takenBy({ name: reader.name }), { reader });

/** 409 where the examination is no longer to be read, or 404. */
const createRefusal = async (tx: Db, checkupId: string): Promise<AppError> =>
  (await repo.hasCheckup(tx, checkupId))
    ? conflict(readingMessages.notWaiting())
    : notFound(checkupMessages.notFound());
