import { ApiClient, ApiError } from '@deqiq/testkit/api-client.ts';
import type { ServerProcess } from '@deqiq/testkit/server-process.ts';
import { runPictureWrites, runShipments } from '../crash/work/pictures.ts';
import { runPointWrites } from '../crash/work/points.ts';
import { runSmallWrites } from '../crash/work/small-writes.ts';
import { runUploads } from '../crash/work/uploads.ts';
import type { Workload, WorkloadSetup } from '../crash/work/workload.ts';

const UPLOADERS = 2;

/** Keeps all workers busy until the returned function is called, which resolves with unjustified refusals. */
export async function startWork(
  { port }: ServerProcess,
  setup: WorkloadSetup,
): Promise<() => Promise<string[]>> {
  let over = false;
  const staff = await new ApiClient(port).signIn();
  const workload: Workload = { ...setup, staff, isOver: () => over };
  const work = [
    ...Array.from({ length: UPLOADERS }, () => runUploads(workload)),
    runSmallWrites(workload),
    runPictureWrites(workload),
    runShipments(workload),
    ...setup.people.map((person) => runPointWrites(workload, person)),
  ];
  const ended = Promise.allSettled(work);

  return async () => {
    over = true;
    return (await ended).flatMap((each) => {
      if (each.status === 'fulfilled') return [];
      const reason: unknown = each.reason;
      const kind = reason instanceof ApiError ? 'refused' : 'broken off';
      return [`a call was ${kind} during a backup: ${String(reason)}`];
    });
  };
}
