/** A system call as recorded by strace. */
export interface Call {
  readonly thread: 'main' | 'worker';
  readonly name: string;
  /** Index of the call among those of the same name in its thread, from 1, including calls on other files. */
  readonly nth: number;
  /** Path below the data folder with ids replaced, so that the calls of two runs are comparable. */
  readonly where: string;
  /** Whether the call changes the disk, or what is durable on it. */
  readonly changes: boolean;
}

const ENTRY = /^(\d+) +(\w+)\((.*)$/;

const CHANGING =
  /^(p?write(64|v|v2)?|ftruncate|truncate|fallocate|fsync|fdatasync|(rename|link|unlink|mkdir|symlink)(at2?)?|rmdir|utimensat|f?chmod(at)?|f?chown(at)?|creat)$/;

/** Parses a line of a log of several threads; undefined for ends of calls and other remarks. */
export function entryOf(line: string): { tid: number; name: string; rest: string } | undefined {
  const [, tid, name, rest] = ENTRY.exec(line) ?? [];
  return name && rest !== undefined ? { tid: Number(tid), name, rest } : undefined;
}

/** The paths below a folder that a call names or has open. */
export const pathsIn = (rest: string, folder: string): string[] =>
  [...rest.matchAll(/["<](\/[^">]*)[">]/g)]
    .map(([, path = '']) => path.replace(/ \(deleted\)$/, ''))
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1));

export function callsIn(
  log: string,
  folder: string,
  threads: { main: number; worker: number },
): Call[] {
  const counts = new Map<string, number>();
  const calls: Call[] = [];
  for (const line of log.split('\n')) {
    const entry = entryOf(line);
    if (!entry) continue;
    const { tid, name, rest } = entry;
    const nth = (counts.get(`${tid} ${name}`) ?? 0) + 1;
    counts.set(`${tid} ${name}`, nth);
    const paths = pathsIn(rest, folder);
    const thread = tid === threads.main ? 'main' : tid === threads.worker ? 'worker' : undefined;
    if (paths.length === 0 || !thread) continue;
    calls.push({ thread, name, nth, where: describePaths(paths), changes: changes(name, rest) });
  }
  return calls;
}

const changes = (name: string, rest: string) =>
  CHANGING.test(name) || (/^open(at)?$/.test(name) && /O_CREAT|O_TRUNC/.test(rest));

const describePaths = (paths: readonly string[]) =>
  paths.map((path) => path.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')).join(' ');
