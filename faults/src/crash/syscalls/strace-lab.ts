import { join } from 'node:path';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import { compare } from '../compare/compare.ts';
import type { Findings, Read } from '../compare/held.ts';
import { auditOnDisk, type Sums } from '../compare/on-disk-audit.ts';
import { sweepAll } from '../compare/sweep.ts';
import { ExpectedState } from '../expected/expected-state.ts';
import { twoPartners } from '../people.ts';
import { startedIn } from '../started.ts';
import { finishEverything } from '../work/uploads.ts';
import type { Workload } from '../work/workload.ts';
import { ONE_WORKER } from './strace.ts';

/** A server on SQLite with one file thread, whose single system calls are made to fail. */
export interface StraceLab {
  readonly dataDir: string;
  readonly found: Findings;
  readonly starts: number[];
  /** Id of the current process. */
  pid(): number;
  workload(): Workload;
  /** Resolves with true when the process has exited, with false after `milliseconds`. */
  isGone(milliseconds: number): Promise<boolean>;
  /** Ends the process, if it still runs, and starts another. */
  restart(): Promise<void>;
  /** Compares everything, over HTTP and on the disk. */
  checkAll(about: string): Promise<void>;
  /** Finishes open uploads, runs the garbage collector, and searches for leftovers. */
  tidy(about: string): Promise<void>;
  end(): Promise<void>;
}

export async function openStraceLab(
  folder: string,
  name: string,
  random: Random,
): Promise<StraceLab> {
  const dataDir = join(folder, name);
  const start = () => startServer({ dataDir, env: ONE_WORKER, logLevel: 'silent' });
  const found: Findings = { lost: [], broken: [] };
  const starts: number[] = [];
  const expected = new ExpectedState();
  const read: Read = new Map();
  const sums: Sums = new Map();
  let server: ServerProcess = await start();
  let staff = await new ApiClient(server.port).signIn();
  const people = await twoPartners(staff, expected);
  const workload = (): Workload => ({
    expected: expected,
    random,
    people,
    staff,
    isOver: () => false,
  });
  const noted = (list: string[], about: string, said: readonly string[]) =>
    void list.push(...said.map((each) => `${about}: ${each}`));

  return {
    dataDir,
    found,
    starts,
    pid: () => server.child.pid,
    workload,
    isGone: (milliseconds) =>
      Promise.race([
        server.child.ended.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(resolve, milliseconds, false)),
      ]),
    async restart() {
      await server.kill();
      server = await start();
      starts.push(startedIn(server));
      staff = new ApiClient(server.port, staff.token);
      await staff.call('GET', '/api/admin/clinics').catch(async () => {
        staff = await new ApiClient(server.port).signIn();
      });
    },
    async checkAll(about) {
      const { lost, broken } = await compare(staff, expected, read);
      noted(found.lost, about, lost);
      noted(found.broken, about, [...broken, ...(await auditOnDisk({ dataDir }, sums))]);
    },
    async tidy(about) {
      noted(found.lost, about, await finishEverything(workload()));
      noted(found.broken, about, (await sweepAll({ dataDir })).left);
    },
    end: () => server.kill(),
  };
}
