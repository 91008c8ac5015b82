import { readSender } from '../spool/spool-names.ts';

/** Files that are sent at a time, in total, of one address and of one machine: the numbers of the slots that receive. */
const CONCURRENCY = { total: 8, host: 4, machine: 2 };

/** Files that can be sent: addresses are served round-robin, so are the machines of an address; those of a machine in order. */
export function fileQueues(names: readonly string[]) {
  /** By address and machine; the first one was served longest ago. */
  const hosts = new Map<string, Map<string, string[]>>();
  const running = new Map<string, number>();
  const postponed = new Set<string>();
  let total = 0;

  const count = (key: string) => running.get(key) ?? 0;

  function change(name: string, by: 1 | -1): void {
    const { host, machine } = readSender(name);
    total += by;
    for (const key of [host, machine]) {
      const next = count(key) + by;
      if (next > 0) running.set(key, next);
      else running.delete(key);
    }
  }

  function findQueue(name: string): string[] {
    const { host, machine } = readSender(name);
    const machines = hosts.get(host) ?? new Map<string, string[]>();
    const queue = machines.get(machine) ?? [];
    machines.set(machine, queue);
    hosts.set(host, machines);
    return queue;
  }

  const isFree = (machine: string) =>
    !postponed.has(machine) && count(machine) < CONCURRENCY.machine;

  /** Removes the next file, and puts its machine and its address behind the others. */
  function next(): string | undefined {
    for (const [host, machines] of hosts) {
      if (count(host) >= CONCURRENCY.host) continue;
      for (const [machine, queue] of machines) {
        if (!isFree(machine)) continue;
        const name = queue.shift();
        machines.delete(machine);
        if (queue.length > 0) machines.set(machine, queue);
        hosts.delete(host);
        if (machines.size > 0) hosts.set(host, machines);
        return name;
      }
    }
    return undefined;
  }

  for (const name of names) findQueue(name).push(name);

  return {
    /** The next file, which then counts as running; undefined where none may be sent. `max`: files at a time. */
    start(max = CONCURRENCY.total): string | undefined {
      const name = total < Math.min(max, CONCURRENCY.total) ? next() : undefined;
      if (name !== undefined) change(name, 1);
      return name;
    },
    /** A started file has an answer, or failed. */
    end: (name: string) => change(name, -1),
    addFirst: (name: string) => findQueue(name).unshift(name),
    addLast: (name: string) => findQueue(name).push(name),

    /** Stops the files of a machine until the function that is returned is called; undefined where they are stopped already. */
    postpone(name: string): (() => void) | undefined {
      const { machine } = readSender(name);
      if (postponed.has(machine)) return undefined;
      postponed.add(machine);
      return () => postponed.delete(machine);
    },
  };
}
