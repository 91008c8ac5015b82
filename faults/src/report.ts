import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Campaign, findingsOf, type Outcome } from './campaign.ts';

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

/** Writes docs/safety.md. */
export function writeReport(runs: readonly Run[], run: { seed: number; short: boolean }): void {
  const text = [
    '# Safety, tried',
    '',
    `Written by \`npm run test:faults -- ${run.short ? '--short ' : ''}--report\` with seed ${run.seed}. What is promised, and how`,
    'each promise is kept, stands in `ARCHITECTURE.md` and the decision records.',
    '',
    ...runs.flatMap(section),
  ].join('\n');
  writeFileSync(REPORT, `${text.trimEnd()}\n`);
  console.log(`\nwrote ${REPORT}`);
}

function section({ campaign, outcome, seconds }: Run): string[] {
  const findings = findingsOf(outcome);
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
    ...(outcome.skipped ?? []).map((reason) => `Skipped: ${reason}.\n`),
    ...findings.map((finding) => `- ${finding}`),
    `Took ${seconds.toFixed(0)} s.`,
    '',
  ];
}
