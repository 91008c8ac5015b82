import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PartnerList } from '@deqiq/contract/people/partners.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { createOldSchema } from '@deqiq/testkit/databases/old-schema.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import { type DataLocation, startServer } from '@deqiq/testkit/server-process.ts';
import { auditOnDisk } from './compare/on-disk-audit.ts';
import { withRows } from './compare/rows.ts';
import { sampleEvenly } from './syscalls/sample-evenly.ts';
import { callsOfStart, killStartAt } from './syscalls/starting.ts';

/** Enough rows for a transaction of some hundred pages. */
const PARTNERS = 300;

export interface Upgrades {
  readonly killed: number;
  readonly wrong: string[];
}

/**
 * Kills the first start of a new version on an old data folder at its calls. The next start must complete the
 * migration.
 */
export async function killUpgrades(
  folder: string,
  random: Random,
  sample: number,
): Promise<Upgrades> {
  const old = join(folder, 'old-version');
  const dataDir = join(folder, 'upgrade');
  const log = join(folder, 'upgrade.log');
  await createOldSchema({ dataDir: old }, PARTNERS);
  const afresh = () => {
    rmSync(dataDir, { recursive: true, force: true });
    cpSync(old, dataDir, { recursive: true });
  };
  afresh();
  const calls = await callsOfStart({ dataDir }, log);
  const ofDatabase = calls.filter(({ path }) => /sqlite/.test(path));
  const wrong: string[] = [];
  let killed = 0;
  for (const call of sampleEvenly(ofDatabase, sample, random)) {
    afresh();
    if (await killStartAt({ dataDir }, call, log)) killed += 1;
    const about = `upgrade killed before ${call.name} ${call.nthOfPath} of ${call.path}`;
    for (const each of await checkNextStart({ dataDir })) wrong.push(`${about}: ${each}`);
  }
  return { killed, wrong };
}

/** The same on PostgreSQL, at random moments: only the server process is killed. */
export async function killUpgradesOf(
  newLocation: () => Promise<DataLocation | undefined>,
  random: Random,
  rounds: number,
): Promise<Upgrades> {
  const wrong: string[] = [];
  let killed = 0;
  let usual = 1_000;
  for (let round = 0; round <= rounds; round += 1) {
    const location = await newLocation();
    if (!location) break;
    await createOldSchema(location, PARTNERS);
    const began = performance.now();
    // The first round only measures the duration.
    const allowed = round === 0 ? 60_000 : random.between(0.2, 1) * usual;
    const server = await startServer({
      ...location,
      logLevel: 'silent',
      wrapper: killAfter(allowed),
    })
      // Killed before it was ready.
      .catch(() => undefined);
    if (round === 0) usual = performance.now() - began;
    else if (server === undefined) killed += 1;
    if (round === 0) await server?.end();
    await server?.child.ended;
    for (const each of await checkNextStart(location))
      wrong.push(`upgrade on PostgreSQL, killed: ${each}`);
  }
  return { killed, wrong };
}

/** Kills the started process after `milliseconds`. */
const killAfter = (milliseconds: number) => ['timeout', '-s', 'KILL', String(milliseconds / 1_000)];

async function checkNextStart(target: DataLocation): Promise<string[]> {
  const server = await startServer({ ...target, logLevel: 'silent' }).catch(String);
  if (typeof server === 'string') return [`the next start failed: ${server}`];
  try {
    const wrong = await auditOnDisk(target, new Map());
    const staff = await new ApiClient(server.port).signIn();
    const { pagination } = await staff.call<PartnerList>('GET', '/api/admin/partners');
    if (pagination.totalItems !== PARTNERS) wrong.push(`${pagination.totalItems} partners`);
    const opening = await withRows(target, (rows) =>
      rows(`select count(*) as count from ledger where reason = 'opening'`),
    );
    const count = Number(opening[0]?.count);
    if (count !== PARTNERS) wrong.push(`${count} opening rows in the ledger`);
    return wrong;
  } finally {
    await server.kill();
  }
}
