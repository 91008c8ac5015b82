import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { killAtRandom, onSqlite } from '../../../faults/src/crash/rounds.ts';
import { SLOWEST_START } from '../../../faults/src/crash/started.ts';
import { randomFrom } from '../../../server/src/demo/random.ts';
import type { Bench, Table } from '../program.ts';

/** Kills the server at random moments and compares it with what it had acknowledged. */
export async function crash({ scale, folder, say }: Bench): Promise<Table> {
  const seed = Number(process.env.BENCH_SEED ?? randomInt(2 ** 31));
  say(`seed ${seed}`);
  const { kills } = scale;
  const place = onSqlite(join(folder, 'crash'));
  const killed = await killAtRandom({ kills, random: randomFrom(seed), place, say });
  const { lost, broken, counts, slowestStart } = killed;
  const none = { of: 'ours', most: 0 } as const;
  return {
    title: `${kills} kills with SIGKILL at random moments`,
    about:
      'Uploads, pictures, points, small changes and deletions go on until the server is killed. After each restart everything acknowledged is looked for, and every row has its files compared byte for byte.',
    lines: [
      { what: 'acknowledged and lost', unit: 'times', ours: lost.length, bar: none },
      { what: 'rows without their whole file', unit: 'times', ours: broken.length, bar: none },
      {
        what: 'slowest start after a kill',
        unit: 's',
        ours: slowestStart / 1_000,
        bar: { of: 'ours', most: SLOWEST_START / 1_000 },
      },
    ],
    notes: [
      `Seed ${seed} (BENCH_SEED repeats the moments). Acknowledged: ${counts.chunks} chunks, ${counts.files} files of checkups, ${counts.pictures} forms with pictures, ${counts.points} changes of points, ${counts.small} small writes; cut off on the way: ${counts.cutOff}.`,
      ...[...lost, ...broken].slice(0, 20),
    ],
  };
}
