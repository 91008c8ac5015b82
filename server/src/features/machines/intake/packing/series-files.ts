import { MAX_ARCHIVE_FILES } from '@deqiq/contract/shared/limits.ts';
import type { LocatedInstance } from '../instances.repo.ts';

/** Max bytes of the instances of one archive: an uploaded file has at most 4 GiB, directory included. */
const MAX_ARCHIVE_BYTES = 4 * 1024 ** 3 - 16 * 1024 ** 2;

/** Instances of one series that become a file, or join one. */
export interface Part {
  /** The file that they join; undefined: a new one. */
  readonly fileId: string | undefined;
  /** The instances of that file, in their order there. */
  readonly former: readonly LocatedInstance[];
  readonly added: readonly LocatedInstance[];
}

/** Plans one file for each series, that of its examination or else of its study. What fits into no archive is apart. */
export const planParts = (instances: readonly LocatedInstance[]): Part[] =>
  [...Map.groupBy(instances, ({ series_uid }) => series_uid).values()].flatMap(planSeries);

function planSeries(series: readonly LocatedInstance[]): Part[] {
  const assigned = series.filter(({ location }) => location === 'checkup');
  const waiting = series.filter(({ location }) => location !== 'checkup');
  const loose = waiting.filter(({ location }) => location === 'object');
  const former = lastFile(assigned.length > 0 ? assigned : waiting);
  // Files of the study that wait beside one of its examination: that was deleted, and restored after they had come.
  const isMerging = assigned.length > 0 && split(former, waiting).length === 1;
  const [first = [], ...others] = split(former, isMerging ? waiting : loose);
  const parts: Part[] = [{ fileId: former[0]?.file_id ?? undefined, former, added: first }];
  for (const added of others) parts.push({ fileId: undefined, former: [], added });
  return parts.filter(({ added }) => added.length > 0);
}

/** The instances of the newest file of these, in their order there. */
function lastFile(instances: readonly LocatedInstance[]): LocatedInstance[] {
  const ids = instances.flatMap(({ file_id, location }) =>
    location === 'object' || file_id === null ? [] : [file_id],
  );
  const last = ids.sort().at(-1);
  return instances
    .filter(({ file_id, location }) => location !== 'object' && file_id === last)
    .sort((one, other) => one.file_offset - other.file_offset);
}

/** Instances in groups: the first fits behind those of a file, each further one into an archive of its own. */
function split(
  former: readonly LocatedInstance[],
  added: readonly LocatedInstance[],
): LocatedInstance[][] {
  const groups: LocatedInstance[][] = [[]];
  let count = former.length;
  let bytes = former.reduce((sum, { size }) => sum + size, 0);
  for (const instance of added) {
    count += 1;
    bytes += instance.size;
    if (count > MAX_ARCHIVE_FILES || bytes > MAX_ARCHIVE_BYTES) {
      groups.push([]);
      count = 1;
      bytes = instance.size;
    }
    groups.at(-1)?.push(instance);
  }
  return groups;
}
