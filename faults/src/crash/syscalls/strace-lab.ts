import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import { compare } from '../compare/compare.ts';
import { auditOnDisk, type Sums } from '../compare/on-disk-audit.ts';
import { withRows } from '../compare/rows.ts';
import { sweepAll } from '../compare/sweep.ts';
import type { Digests, Findings } from '../compare/values.ts';
import { ExpectedState } from '../expected/expected-state.ts';
import { twoPartners } from '../people.ts';
import { startDuration } from '../start-duration.ts';
import { finishUploads } from '../work/uploads.ts';
import type { Workload } from '../work/workload.ts';
import { ONE_WORKER } from './strace.ts';

/** A server on SQLite with one file thread, whose single system calls are made to fail. */
export interface StraceLab {
  readonly dataDir: string;
  readonly findings: Findings;
  readonly starts: number[];
  /** Id of the current process. */
  pid(): number;
  workload(): Workload;
  /** Waits until the audit of earlier operations is sealed, which writes rows in the background. */
  waitForSeals(): Promise<void>;
  /** Resolves with true when the process has exited, with false after `milliseconds`. */
  waitForExit(milliseconds: number): Promise<boolean>;
  /** Ends the process, if it still runs, and starts another. */
  restart(): Promise<void>;
  /** Compares everything, over HTTP and on the disk. */
  checkAll(about: string): Promise<void>;
  /** Finishes open uploads, runs the garbage collector, and searches for leftovers. */
  cleanUp(about: string): Promise<void>;
  end(): Promise<void>;
}

export async function openStraceLab(
  folder: string,
  name: string,
  random: Random,
): Promise<StraceLab> {
  const dataDir = join(folder, name);
  const start = () => startServer({ dataDir, env: ONE_WORKER, logLevel: 'silent' });
  const findings: Findings = { lost: [], broken: [] };
  const starts: number[] = [];
  const expected = new ExpectedState();
  const read: Digests = new Map();
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
  const addFindings = (list: string[], about: string, sentences: readonly string[]) =>
    void list.push(...sentences.map((each) => `${about}: ${each}`));

  return {
    dataDir,
    findings,
    starts,
    pid: () => server.child.pid,
    workload,
    async waitForSeals() {
      for (;;) {
        const left = await withRows({ dataDir }, (select) =>
          select('select count(*) as count from audit_unsealed'),
        );
        if (Number(left[0]?.count) === 0) return;
        await pause(50);
      }
    },
    waitForExit: (milliseconds) =>
      Promise.race([
        server.child.ended.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(resolve, milliseconds, false)),
      ]),
    async restart() {
      await server.kill();
      server = await start();
      starts.push(startDuration(server));
      staff = new ApiClient(server.port, staff.token);
      await staff.call('GET', '/api/admin/clinics').catch(async () => {
        staff = await new ApiClient(server.port).signIn();
      });
    },
    async checkAll(about) {
      const { lost, broken } = await compare(staff, expected, read);
      addFindings(findings.lost, about, lost);
      addFindings(findings.broken, about, [...broken, ...(await auditOnDisk({ dataDir }, sums))]);
    },
    async cleanUp(about) {
      addFindings(findings.lost, about, await finishUploads(workload()));
      addFindings(findings.broken, about, (await sweepAll({ dataDir })).remaining);
    },
    end: () => server.kill(),
  };
}
