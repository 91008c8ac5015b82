import { readdirSync, readFileSync } from 'node:fs';

const PAGE_SIZE = 4_096;

/** Resident bytes of a process and all its descendants; 0 when it has ended. Linux only. */
export function residentBytes(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return (
      pages * PAGE_SIZE + childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), 0)
    );
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}
