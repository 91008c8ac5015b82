import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findSections } from '@deqiq/testkit/documents/report-sections.ts';
import { type Campaign, findingsOf, type Outcome } from './campaign.ts';
import { campaigns } from './campaigns.ts';

const REPORT = fileURLToPath(new URL('../../docs/safety.md', import.meta.url));

export interface Run {
  readonly name: string;
  readonly campaign: Campaign;
  readonly outcome: Outcome;
  readonly seconds: number;
}

/** The result of a run, formatted for a terminal. */
export function formatRun({ name, outcome, seconds }: Run): string {
  return [
    ...outcome.figures.map(
      ({ what, count }) => `  ${count.toLocaleString('en').padStart(9)}  ${what}`,
    ),
    ...(outcome.skipped ?? []).map((reason) => `  skipped: ${reason}`),
    ...findingsOf(outcome).map((finding) => `  FOUND: ${finding}`),
    `  ${name} took ${seconds.toFixed(0)} s`,
  ].join('\n');
}

/** Replaces the section of this campaign in docs/safety.md; the others stay. */
export function writeReport(run: Run, how: { seed: number; short: boolean }): void {
  const sections = findSections(existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '');
  sections.set(run.campaign.title, section(run, how));
  const current = Object.values(campaigns).flatMap(({ title }) => sections.get(title) ?? []);
  writeFileSync(REPORT, [INTRODUCTION, ...current].join('\n'));
  console.log(`  wrote ${REPORT}`);
}

const INTRODUCTION = `# Safety, tried

Written by \`npm run test:faults -- --report\`, a section for each campaign. What the product guarantees, and how each
guarantee is implemented, is described in the [decision records](decisions).
`;

function section(
  { name, campaign, outcome, seconds }: Run,
  { seed, short }: { seed: number; short: boolean },
): string {
  const findings = findingsOf(outcome);
  const again = `npm run test:faults --${short ? ' --short' : ''} --seed ${seed} ${name}`;
  return [
    `## ${campaign.title}`,
    '',
    campaign.about,
    '',
    '| what | how many |',
    '|---|--:|',
    ...outcome.figures.map(({ what, count }) => `| ${what} | ${count.toLocaleString('en')} |`),
    `| findings | ${findings.length} |`,
    '',
    ...findings.map((finding) => `- ${finding}`),
    ...(outcome.skipped ?? []).map((reason) => `Skipped: ${reason}.\n`),
    `Took ${seconds.toFixed(0)} s: \`${again}\`.`,
    '',
  ].join('\n');
}
