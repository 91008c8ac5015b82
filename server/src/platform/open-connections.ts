import type { Socket } from 'node:net';
import { clientNetwork } from './http/connections/address.ts';

/** A connection without progress for so many milliseconds gives way to a new one of any address. */
const MIN_IDLE = 5_000;

/** Represents all addresses that connect on behalf of many clients. */
const SHARED = '';

interface Entry {
  readonly socket: Socket;
  /** The network address of a client, or SHARED. */
  readonly address: string;
  progressAt: number;
  /** Whether a request is being served. */
  isBusy: boolean;
}

/** Reports of the owner of a connection. */
export interface OpenConnection {
  /** Something was completed, not just a byte received. */
  progress(): void;
  setBusy(isBusy: boolean): void;
}

interface Options {
  readonly max: number;
  readonly now: () => number;
  readonly minIdle?: number | undefined;
  /** Whether an address connects on behalf of many clients: a proxy. It has no share of its own. */
  readonly isShared?: (address: string) => boolean;
}

export type OpenConnections = ReturnType<typeof openConnections>;

/**
 * The open connections, at most `max`. When all are in use, the address with the most of them gives one up for an address with
 * fewer, so that no address keeps others out; otherwise one that is idle gives way.
 */
export function openConnections({ max, now, minIdle = MIN_IDLE, isShared = () => false }: Options) {
  const entries = new Set<Entry>();
  const counts = new Map<string, number>();

  function count(address: string, change: 1 | -1): void {
    const next = (counts.get(address) ?? 0) + change;
    if (next > 0) counts.set(address, next);
    else counts.delete(address);
  }

  /** The address with the most connections, if they are more than this one would have. */
  function findGreediest(newcomer: string): string | undefined {
    let greediest: string | undefined;
    let maxCount = newcomer === SHARED ? 1 : (counts.get(newcomer) ?? 0) + 1;
    for (const [address, connections] of counts)
      if (connections > maxCount && address !== SHARED) {
        greediest = address;
        maxCount = connections;
      }
    return greediest;
  }

  /** The one without progress for the longest time; a busy one only where no other is there. */
  function findIdlest(isCandidate: (address: string) => boolean): Entry | undefined {
    let idlest: Entry | undefined;
    for (const entry of entries)
      if (isCandidate(entry.address) && (!idlest || isIdler(entry, idlest))) idlest = entry;
    return idlest;
  }

  function findVictim(newcomer: string): Entry | undefined {
    const greediest = findGreediest(newcomer);
    if (greediest !== undefined) return findIdlest((address) => address === greediest);
    // Never one of an address that has fewer: reconnecting would push out a machine that pauses.
    const own = newcomer === SHARED ? 0 : (counts.get(newcomer) ?? 0);
    const idlest = findIdlest((address) => (counts.get(address) ?? 0) >= own);
    return idlest && !idlest.isBusy && now() - idlest.progressAt >= minIdle ? idlest : undefined;
  }

  function remove(entry: Entry): void {
    if (entries.delete(entry)) count(entry.address, -1);
  }

  return {
    /** Returns undefined where every connection is busy and none has to give way. */
    open(socket: Socket): OpenConnection | undefined {
      const remote = socket.remoteAddress ?? '';
      const address = isShared(remote) ? SHARED : clientNetwork(remote).host;
      if (entries.size >= max) {
        const victim = findVictim(address);
        if (!victim) return undefined;
        remove(victim);
        victim.socket.destroy(new Error('closed for a newer connection'));
      }
      const entry: Entry = { socket, address, progressAt: now(), isBusy: false };
      entries.add(entry);
      count(address, 1);
      socket.once('close', () => remove(entry));
      return {
        progress() {
          entry.progressAt = now();
        },
        setBusy(isBusy) {
          entry.isBusy = isBusy;
          entry.progressAt = now();
        },
      };
    },

    count: (): number => entries.size,

    closeAll(): void {
      for (const { socket } of entries) socket.destroy();
    },
  };
}

const isIdler = (one: Entry, other: Entry): boolean =>
  one.isBusy === other.isBusy ? one.progressAt < other.progressAt : !one.isBusy;
