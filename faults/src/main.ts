/**
 * node faults/src/main.ts [--short] [--seed N] [--report] [--part I/N] [--except CAMPAIGN] [campaign …]: tries to break the
 * guarantees of the product, prints counts and findings, and exits with 1 on any finding. `--part 1/2` runs every second
 * campaign. For the campaign `attacks`, `--case NAME` (repeatable) runs single cases, and `--server FOLDER` attacks the
 * server of another checkout.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { type Campaign, findingsOf, type Outcome } from './campaign.ts';
import { campaigns } from './campaigns.ts';
import { freshPostgres } from './fresh-postgres.ts';
import { formatRun, type Run, writeReport } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    report: { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
    except: { type: 'string', multiple: true, default: [] },
    case: { type: 'string', multiple: true, default: [] },
    server: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
const folder = mkdtempSync(join(tmpdir(), 'deqiq-faults-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1));

const postgres = freshPostgres();
const runs: Run[] = [];
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const wanted = (positionals.length > 0 ? positionals : Object.keys(campaigns))
  .filter((name) => !values.except.includes(name))
  .filter((_, index) => index % parts === part - 1);
for (const name of wanted) {
  const campaign = campaigns[name];
  if (!campaign)
    throw new Error(
      `${name}: no such campaign; the campaigns are ${Object.keys(campaigns).join(', ')}`,
    );
  const began = performance.now();
  console.log(`\n── ${name}, seed ${seed}`);
  let outcome = await perform(campaign, name);
  // As with tests: what a second attempt does not find is printed, and is a defect to repair.
  if (values.short && findingsOf(outcome).length > 0) {
    console.log('  flaky, or found again:');
    for (const finding of findingsOf(outcome)) console.log(`    ${finding}`);
    outcome = await perform(campaign, `${name}-again`);
  }
  const run = { name, campaign, outcome, seconds: (performance.now() - began) / 1_000 };
  runs.push(run);
  console.log(formatRun(run));
  if (values.report) writeReport(run, { seed, short: values.short });
}
await postgres.end();

const findings = runs.flatMap(({ name, outcome }) =>
  findingsOf(outcome).map((finding) => `${name}: ${finding}`),
);
console.log(`\n${runs.length} campaigns, ${findings.length} findings, seed ${seed}`);
for (const finding of findings) console.log(`found: ${finding}`);
process.exit(findings.length > 0 ? 1 : 0);

async function perform(campaign: Campaign, folderName: string): Promise<Outcome> {
  const own = join(folder, folderName);
  mkdirSync(own);
  return campaign
    .run({
      short: values.short,
      random: randomFrom(seed),
      checkout: resolve(values.server),
      cases: values.case,
      folder: own,
      postgres: postgres.database,
      log: (progress) => console.log(`  … ${progress}`),
    })
    .catch((error: unknown) => {
      console.error(error);
      return { figures: [], findings: [`the campaign itself failed: ${error}`] };
    });
}
