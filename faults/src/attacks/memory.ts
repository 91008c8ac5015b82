import { readdirSync, readFileSync } from 'node:fs';

const PAGE_SIZE = 4_096;

/** Resident bytes of a process without its children; 0 after its end. Linux only. */
export function residentBytes(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return pages * PAGE_SIZE;
  } catch {
    return 0;
  }
}

/** Nanoseconds for which the main thread of a process ran, and waited for a processor. Linux only. */
export function processorTimes(pid: number): { readonly ran: number; readonly waited: number } {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'latin1')
    .split(' ')
    .map(Number);
  return { ran, waited };
}

/** Resident bytes of each child of a process. */
export function childrenBytes(pid: number): number[] {
  try {
    return childrenOf(pid).map(residentBytes);
  } catch {
    return [];
  }
}

/** Process ids of the children; throws when the process has ended. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}
