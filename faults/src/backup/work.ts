import { ApiClient, ApiError } from '@deqiq/testkit/api-client.ts';
import type { ServerProcess } from '@deqiq/testkit/server-process.ts';
import { pictureWrites, shipping } from '../crash/work/pictures.ts';
import { pointWrites } from '../crash/work/points.ts';
import { smallWrites } from '../crash/work/small-writes.ts';
import { uploading } from '../crash/work/uploads.ts';
import type { Workload, WorkloadSetup } from '../crash/work/workload.ts';

const UPLOADERS = 2;

/** Keeps all workers busy until the returned function is called, which resolves with unjustified refusals. */
export async function atWork(
  { port }: ServerProcess,
  setting: WorkloadSetup,
): Promise<() => Promise<string[]>> {
  let over = false;
  const staff = await new ApiClient(port).signIn();
  const workload: Workload = { ...setting, staff, isOver: () => over };
  const work = [
    ...Array.from({ length: UPLOADERS }, () => uploading(workload)),
    smallWrites(workload),
    pictureWrites(workload),
    shipping(workload),
    ...setting.people.map((person) => pointWrites(workload, person)),
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
