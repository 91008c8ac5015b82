import type { Socket } from 'node:net';

/** An association without progress for so many milliseconds gives way to a new one. */
const MIN_IDLE = 5_000;

interface Entry {
  readonly socket: Socket;
  progressAt: number;
}

/**
 * The open connections, at most `max`. When they are all in use, the one without progress for the longest time is closed: idle
 * or slow clients do not keep others out. Progress is a completed message, not a byte.
 */
export function openAssociations(max: number, now: () => number, minIdle = MIN_IDLE) {
  const entries = new Set<Entry>();

  function findIdle(): Entry | undefined {
    let idlest: Entry | undefined;
    for (const entry of entries)
      if (!idlest || entry.progressAt < idlest.progressAt) idlest = entry;
    return idlest && now() - idlest.progressAt >= minIdle ? idlest : undefined;
  }

  return {
    /** Returns undefined where every connection is busy. */
    open(socket: Socket): { progress: () => void } | undefined {
      if (entries.size >= max) {
        const idle = findIdle();
        if (!idle) return undefined;
        entries.delete(idle);
        idle.socket.destroy(new Error('closed for a newer association'));
      }
      const entry = { socket, progressAt: now() };
      entries.add(entry);
      socket.once('close', () => entries.delete(entry));
      return {
        progress() {
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
