import { readSender } from './spool-names.ts';

/**
 * How many times the bytes that are still free an address, and a machine, may have in the spool. An address alone gets 80 %
 * of the space, a machine 67 %, and there is always room for another one.
 */
const HOST_SHARE = 4;
const MACHINE_SHARE = 2;

export type SpoolShares = ReturnType<typeof spoolShares>;

/** Counts the bytes that each address and each machine has in the spool: files being received, waiting or refused. */
export function spoolShares() {
  const sizes = new Map<string, number>();
  const totals = new Map<string, number>();

  function add(name: string, bytes: number): void {
    const { host, machine } = readSender(name);
    for (const key of [host, machine]) {
      const total = (totals.get(key) ?? 0) + bytes;
      if (total > 0) totals.set(key, total);
      else totals.delete(key);
    }
  }

  return {
    grow(name: string, bytes: number): void {
      sizes.set(name, (sizes.get(name) ?? 0) + bytes);
      add(name, bytes);
    },
    remove(name: string): void {
      add(name, -(sizes.get(name) ?? 0));
      sizes.delete(name);
    },
    /** Whether the sender of a file has more than its share, with so many bytes free. */
    isExceeded(name: string, free: number): boolean {
      const { host, machine } = readSender(name);
      const isOver = (key: string, share: number) => (totals.get(key) ?? 0) > share * free;
      return isOver(host, HOST_SHARE) || isOver(machine, MACHINE_SHARE);
    },
  };
}
