import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type Random, randomFrom } from '../../../server/src/demo/random.ts';
import { Refused, type Server, Staff, startServer } from '../machine/server.ts';
import type { Bench, Table } from '../program.ts';
import { FILE } from '../rows/sqlite.ts';
import { newPartner } from '../upload/partner.ts';
import { compare, type Findings, type Read } from './compare.ts';
import { Ledger } from './ledger.ts';
import { bringIn, smallWrites, uploading } from './work.ts';

/** Milliseconds the server works before it is killed. */
const SHORTEST = 30;
const LONGEST = 1_500;
const UPLOADERS = 3;

/** Kills the server at random moments and compares it with what it had acknowledged. */
export async function crash(bench: Bench): Promise<Table> {
  const seed = Number(process.env.BENCH_SEED ?? randomInt(2 ** 31));
  bench.say(`seed ${seed}`);
  const random = randomFrom(seed);
  const dataDir = join(bench.folder, 'crash');
  const ledger = new Ledger();
  const read: Read = new Set();
  const findings: Findings = { lost: [], broken: [] };
  const starts: number[] = [];
  let server = await startServer({ dataDir });
  let staff = await new Staff(server.port).signIn();
  const partner = await newPartner(staff);
  try {
    for (let kill = 1; kill <= bench.scale.kills; kill += 1) {
      const setting = { ledger, random, partner };
      findings.lost.push(...(await workUntilKilled(server, staff, setting)));
      server = await startServer({ dataDir });
      starts.push(server.startedIn);
      staff = await new Staff(server.port).signIn();
      const found = await compare(staff, ledger, read);
      findings.lost.push(...found.lost);
      findings.broken.push(...found.broken);
      if (kill % 10 === 0) bench.say(`${kill} kills`);
    }
    await finishEverything(staff, { ledger, random, partner }, findings);
    const last = await compare(staff, ledger, new Set());
    findings.lost.push(...last.lost);
    findings.broken.push(...last.broken);
  } finally {
    await server.child.end();
  }
  findings.broken.push(...integrity(dataDir));
  rmSync(dataDir, { recursive: true });
  return tableOf(bench, seed, ledger, findings, starts);
}

interface Setting {
  readonly ledger: Ledger;
  readonly random: Random;
  readonly partner: string;
}

/** Answers what was refused meanwhile: nothing that is asked for here may be. */
async function workUntilKilled(server: Server, staff: Staff, setting: Setting): Promise<string[]> {
  let over = false;
  const shift = { ...setting, staff, isOver: () => over };
  const begun = [...setting.ledger.uploads];
  const work = [
    // What the last kill cut off is taken up again, as a person choosing the same file again does.
    (async () => {
      for (const upload of begun) await bringIn(shift, upload);
    })(),
    ...Array.from({ length: UPLOADERS }, () => uploading(shift)),
    smallWrites(shift),
  ];
  const ended = Promise.allSettled(work);
  await pause(setting.random.between(SHORTEST, LONGEST));
  over = true;
  await server.child.end('SIGKILL');
  const failures = (await ended).flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  );
  const refused = failures.filter((reason) => reason instanceof Refused);
  // The others had their connection cut.
  setting.ledger.counts.cutOff += failures.length - refused.length;
  return refused.map(String);
}

/** Nothing is left half-way: every upload that was begun becomes a file. */
async function finishEverything(staff: Staff, setting: Setting, { lost }: Findings): Promise<void> {
  const shift = { ...setting, staff, isOver: () => false };
  for (const upload of [...setting.ledger.uploads])
    await bringIn(shift, upload).catch((error: unknown) => {
      lost.push(`${upload.file.name} could not be finished: ${String(error)}`);
    });
}

function integrity(dataDir: string): string[] {
  const db = new DatabaseSync(join(dataDir, FILE), { readOnly: true });
  const rows = db.prepare('pragma integrity_check').all() as { integrity_check: string }[];
  db.close();
  return rows.map((row) => row.integrity_check).filter((said) => said !== 'ok');
}

function tableOf(
  bench: Bench,
  seed: number,
  { counts }: Ledger,
  { lost, broken }: Findings,
  starts: readonly number[],
): Table {
  const none = { of: 'ours', most: 0 } as const;
  const kills = bench.scale.kills;
  return {
    title: `${kills} kills with SIGKILL at random moments`,
    about:
      'Three uploaders, someone who takes up what the last kill cut off, and a writer of small changes work until the server is killed. After each restart everything acknowledged is looked for, and every row has its files compared byte for byte.',
    lines: [
      { what: 'acknowledged and lost', unit: 'times', ours: lost.length, bar: none },
      { what: 'rows without their whole file', unit: 'times', ours: broken.length, bar: none },
      {
        what: 'slowest start after a kill',
        unit: 's',
        ours: Math.max(...starts) / 1_000,
        bar: { of: 'ours', most: 10 },
      },
    ],
    notes: [
      `Seed ${seed} (BENCH_SEED repeats the moments). Acknowledged: ${counts.chunks} chunks, ${counts.files} files of checkups, ${counts.small} small writes; cut off on the way: ${counts.cutOff}.`,
      ...[...lost, ...broken].slice(0, 20),
    ],
  };
}
