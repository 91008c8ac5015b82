import { formatBytes } from '../../platform/format-bytes.ts';
import { LOST_RETENTION } from '../../platform/storage/garbage-collector.ts';
import { type StorageDifference, setAsideAreas } from '../../platform/storage/storage.ts';
import { DAY, HOUR } from '../../platform/time.ts';
import { type CheckResult, formatCount, truncateList } from './check-result.ts';
import { type Context, findOrphans } from './files.ts';

/** The hourly sweep moves files without a row after 24 hours. */
const COLLECTED_AFTER = 26 * HOUR;

/** Checks for files without a row and counts unfinished uploads. */
export async function checkUploads(context: Context): Promise<CheckResult> {
  const young: string[] = [];
  const old: string[] = [];
  const unfinished = { count: 0, bytes: 0 };
  for (const area of ['files', 'pictures', 'previews'] as const) {
    const orphans = await findOrphans(context, area, unfinished);
    for (const { key, touchedAt } of orphans)
      (area !== 'previews' && context.now() - touchedAt > COLLECTED_AFTER ? old : young).push(key);
  }
  const arriving = `${formatCount(unfinished.count, 'unfinished upload')}, ${formatBytes(unfinished.bytes)}`;
  const waiting = `${formatCount(young.length, 'file')} without a row waiting for the sweep`;
  return {
    name: 'Uploads',
    summary: `${arriving}; ${waiting}`,
    problems: truncateList(old.map((key) => `${key} has no row, and no sweep has moved it`)),
  };
}

/** Counts the files that sweeps have set aside because no row references them. */
export async function checkLost({ files, now }: Context): Promise<CheckResult> {
  let count = 0;
  let bytes = 0;
  let oldest = now();
  for (const area of setAsideAreas)
    for await (const { size, touchedAt } of files.list(`lost/${area}`)) {
      count += 1;
      bytes += size;
      oldest = Math.min(oldest, touchedAt);
    }
  const days = Math.max(0, Math.ceil((oldest + LOST_RETENTION - now()) / DAY));
  const summary =
    count === 0
      ? 'no file without a row is set aside'
      : `${formatCount(count, 'file')} without a row in objects/lost, ${formatBytes(bytes)}; the oldest is removed in ${formatCount(days, 'day')}`;
  return { name: 'Lost', summary, problems: [] };
}

/** Compares the rows of an object store with its bytes. */
export async function checkStore({ files }: Context): Promise<CheckResult> {
  const problems: string[] = [];
  for await (const difference of files.storage?.maintenance?.compare() ?? [])
    problems.push(describeDifference(difference));
  return {
    name: 'Store',
    summary: 'all rows and all blobs compared',
    problems: truncateList(problems),
  };
}

function describeDifference(difference: StorageDifference): string {
  const { kind, blob } = difference;
  if (kind === 'orphan') return `blob ${blob} belongs to no object: the daily sweep removes it`;
  const object = `blob ${blob} of ${difference.key}`;
  return kind === 'missing' ? `${object} is missing` : `${object} does not have its size`;
}
