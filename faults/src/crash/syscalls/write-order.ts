import { posix } from 'node:path';
import { entryOf, pathsIn } from './log.ts';

/** Objects of the data folder. A row may only reference bytes that survive a power cut. */
const OBJECT = /^objects\/[a-z]+\/[0-9a-f-]+$/;
const WAL = /-wal$/;
const WRITES = /^(p?write(64|v|v2)?|ftruncate|truncate|fallocate)$/;
const SYNCS = /^f(data)?sync$/;
/** Calls that send responses. Other sockets of the server are pipes to its decoders. */
const SENDS = /^(write|writev|sendto|sendmsg)$/;
const TO_CLIENT = /^\d+<TCP/;

/**
 * Tracks what a power cut would lose at each moment, and reports violations of the order: bytes and their name are
 * durable before rows are written, rows before the response, and rows before bytes are removed.
 */
export function findOrderViolations(log: string, folder: string): string[] {
  const volatile = new Set<string>();
  const open = new Map<number, () => void>();
  const wrong = new Set<string>();
  let hasAnswered = false;
  const walOf = () => [...volatile].some((path) => WAL.test(path));
  const objectsOf = () =>
    [...volatile].filter((path) => OBJECT.test(path) || path.startsWith('names of '));

  for (const line of log.split('\n')) {
    const resumed = /^(\d+) +<\.\.\. \w+ resumed>/.exec(line);
    if (resumed) {
      open.get(Number(resumed[1]))?.();
      open.delete(Number(resumed[1]));
      continue;
    }
    const entry = entryOf(line);
    if (!entry) continue;
    const { tid, name, rest } = entry;
    const [path = '', target = ''] = pathsIn(rest, folder);
    const finished = () => after(name, path, target, volatile);
    if (path !== '') before(name, path);
    else if (SENDS.test(name) && TO_CLIENT.test(rest)) beforeAnswer();
    if (/<unfinished \.\.\.>$/.test(line)) open.set(tid, finished);
    else finished();
  }
  if (!hasAnswered) wrong.add('no response is seen');
  return [...wrong];

  function before(name: string, path: string): void {
    if (WAL.test(path) && WRITES.test(name))
      for (const object of objectsOf())
        wrong.add(`rows are written while ${shown(object)} may still be lost with the power`);
    if (/^unlink/.test(name) && OBJECT.test(path) && walOf())
      wrong.add(
        `${shown(path)} is removed while the removal of its rows may still be lost with the power`,
      );
  }

  function beforeAnswer(): void {
    hasAnswered = true;
    if (walOf()) wrong.add('a response is sent while its rows may still be lost with the power');
    for (const object of objectsOf())
      wrong.add(`a response is sent while ${shown(object)} may still be lost with the power`);
  }
}

/** Applies a finished call to the set of paths whose bytes or names are in memory only. */
function after(name: string, path: string, target: string, volatile: Set<string>): void {
  const names = (of: string) => `names of ${posix.dirname(of)}`;
  if (WRITES.test(name) && path) volatile.add(path);
  if (SYNCS.test(name)) {
    volatile.delete(path);
    volatile.delete(`names of ${path}`);
  }
  if (/^rename/.test(name) && target) {
    if (volatile.delete(path)) volatile.add(target);
    volatile.add(names(target));
  }
  if (/^unlink/.test(name)) volatile.delete(path);
}

const shown = (path: string) => path.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '<id>');
