import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Campaign, findingsOf, type Outcome } from './campaign.ts';
import { campaigns } from './campaigns.ts';

const REPORT = fileURLToPath(new URL('../../docs/safety.md', import.meta.url));

export interface Run {
  readonly name: string;
  readonly campaign: Campaign;
  readonly outcome: Outcome;
  readonly seconds: number;
}

/** For a terminal. */
export function printed({ name, outcome, seconds }: Run): string {
  return [
    ...outcome.figures.map(
      ({ what, count }) => `  ${count.toLocaleString('en').padStart(9)}  ${what}`,
    ),
    ...(outcome.skipped ?? []).map((reason) => `  skipped: ${reason}`),
    ...findingsOf(outcome).map((finding) => `  FOUND: ${finding}`),
    `  ${name} took ${seconds.toFixed(0)} s`,
  ].join('\n');
}

/** Writes the sections of these runs into docs/safety.md; what others have written there stays. */
export function writeReport(runs: readonly Run[], run: { seed: number; short: boolean }): void {
  const sections = new Map(existsSync(REPORT) ? sectionsOf(readFileSync(REPORT, 'utf8')) : []);
  for (const each of runs) sections.set(each.campaign.title, section(each, run));
  const known = Object.values(campaigns).flatMap(({ title }) => sections.get(title) ?? []);
  writeFileSync(REPORT, [INTRODUCTION, ...known].join('\n'));
  console.log(`\nwrote ${REPORT}`);
}

const INTRODUCTION = `# Safety, tried

Written by \`npm run test:faults -- --report\`, a section for each campaign. What is promised, and how each
promise is kept, stands in the [decision records](decisions).
`;

const HEADING = '## ';

function sectionsOf(report: string): [title: string, text: string][] {
  return report
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => [text.slice(HEADING.length, text.indexOf('\n')), text]);
}

function section(
  { name, campaign, outcome, seconds }: Run,
  { seed, short }: { seed: number; short: boolean },
): string {
  const findings = findingsOf(outcome);
  const again = `npm run test:faults --${short ? ' --short' : ''} --seed ${seed} ${name}`;
  return [
    `${HEADING}${campaign.title}`,
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
