import * as chain from '../../features/operations/audit/chain/chain.repo.ts';
import {
  type ChainHead,
  formatHead,
  GENESIS,
  hashAddress,
  hashSeal,
  parseHead,
} from '../../features/operations/audit/chain/chain.ts';
import * as foreign from '../../features/operations/audit/foreign-rows.repo.ts';
import { readLastBackup } from '../../platform/data-folder/last-backup.ts';
import type { Db } from '../../platform/db/tables.ts';
import { iso, MINUTE } from '../../platform/time.ts';
import { boundedList, type CheckResult, formatCount } from './check-result.ts';
import { hasMigration } from './verify.repo.ts';

/** Rows per statement. */
const BATCH_SIZE = 1_000;

/** Ids per finding; further ones are found once these are explained. */
const MAX_IDS = 1_000;

/** Milliseconds after which a running server has sealed a row. */
const MAX_SEAL_DELAY = 10 * MINUTE;

/** A head that was written down, and where. */
export interface NotedHead extends ChainHead {
  readonly source: string;
}

/** The heads that are not in the database: of the last backup, and `typed` by the operator. */
export async function listNotedHeads(
  dataDir: string,
  typed: ChainHead | undefined,
): Promise<NotedHead[]> {
  const backup = await readLastBackup(dataDir);
  const ofBackup = parseHead(backup?.auditHead ?? '');
  return [
    ...(ofBackup ? [{ ...ofBackup, source: `the backup of ${backup?.at}` }] : []),
    ...(typed ? [{ ...typed, source: '--audit-head' }] : []),
  ];
}

type Report = (sentence: string) => void;

/** Checks the hash chain of the audit: no row was changed, removed, inserted or moved. */
export async function checkAudit(
  db: Db,
  { now, heads }: { now: () => number; heads: readonly NotedHead[] },
): Promise<CheckResult> {
  const name = 'Audit';
  if (!(await hasMigration(db, '0021-audit-chain')))
    return { name, summary: 'not sealed by this version', problems: [] };
  const { add, list } = boundedList();
  const { head, erased } = await checkChain(db, add);
  for (const noted of heads) {
    const problem = await findHeadProblem(db, head, noted);
    if (problem !== undefined) add(problem);
  }
  // A running server queues the rows of an upgrade once a minute.
  const since = iso(now() - MAX_SEAL_DELAY);
  const upgrade = await foreign.findUpgradeTime(db);
  for (const id of await foreign.listForeign(db, { limit: MAX_IDS, upgrade, since }))
    add(`audit row ${id} was not written by this program: it has no seal and waits for none`);
  for (const id of await chain.listRemovedUnsealed(db, MAX_IDS))
    add(`audit row ${id} was removed before it was sealed`);
  const waiting = await checkUnsealed(db, now, add);
  const summary = [
    `${formatCount(head.seq, 'row')} sealed`,
    `${formatCount(waiting, 'row')} waiting`,
    ...(erased > 0 ? [`${formatCount(erased, 'address', 'addresses')} erased`] : []),
    `head ${formatHead(head)}`,
  ];
  return { name, summary: summary.join(', '), problems: list() };
}

/** Walks the chain up to its present head. */
async function checkChain(db: Db, report: Report): Promise<{ head: ChainHead; erased: number }> {
  const head = (await chain.findHead(db)) ?? GENESIS;
  let previous: ChainHead = GENESIS;
  let erased = 0;
  // Also numbers below the first one, which the sealer never writes.
  for (let after = Number.MIN_SAFE_INTEGER; after < head.seq; after = previous.seq) {
    const seals = await chain.readChain(db, after, BATCH_SIZE);
    for (const seal of seals) {
      for (const sentence of findProblems(previous, seal)) report(sentence);
      if (seal.address_hash !== null && seal.address === null) erased += 1;
      previous = { seq: seal.seq, hash: seal.hash };
    }
    if (seals.length === 0) break;
  }
  return { head, erased };
}

function* findProblems(previous: ChainHead, seal: chain.SealedRow): Generator<string> {
  const { seq, row_id: rowId, hash, address_hash: addressHash } = seal;
  const isNext = seq === previous.seq + 1;
  const isErased = seal.address === null && seal.address_salt === null;
  if (!isNext)
    yield `${describeGap(previous.seq + 1, seq - 1)} missing from the chain of the audit: rows were removed`;
  if (seal.id === null) yield `audit row ${rowId}, number ${seq}, was removed`;
  // Without the seal before it a row cannot be checked.
  else if (isNext && hash !== hashSeal(previous.hash, seal, seal))
    yield `the chain of the audit breaks at number ${seq}: row ${rowId}, its seal or the seal before it was changed or moved`;
  else if (!isErased && hashAddress(seal) !== addressHash)
    yield `the address of audit row ${rowId}, number ${seq}, was changed`;
}

const describeGap = (first: number, last: number): string =>
  first < last ? `numbers ${first} to ${last} are` : `number ${first} is`;

/** Compares an earlier head with the chain: a chain that was written anew has other hashes. */
async function findHeadProblem(
  db: Db,
  head: ChainHead,
  { seq, hash, source }: NotedHead,
): Promise<string | undefined> {
  if (seq > head.seq)
    return `the chain of the audit ends at number ${head.seq}, before number ${seq} of ${source}: rows were removed, or an older backup was restored`;
  const actual = seq === 0 ? GENESIS : await chain.findSeal(db, seq);
  return actual?.hash === hash
    ? undefined
    : `number ${seq} of the audit has another hash than in ${source}: the chain was written anew`;
}

/** Reports rows that wait although no seal was written for some minutes. Returns how many rows wait. */
async function checkUnsealed(db: Db, now: () => number, report: Report): Promise<number> {
  const { count, oldest } = await chain.countUnsealed(db);
  const last = await chain.findSealTime(db);
  const isOld = (at: string) => now() - Date.parse(at) > MAX_SEAL_DELAY;
  if (oldest !== null && isOld(oldest) && (last === undefined || isOld(last)))
    report(
      `${formatCount(count, 'audit row')} without a seal since ${oldest}: start the server, which seals them`,
    );
  return count;
}
