import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, Line, Table } from '../harness/program.ts';
import { median } from '../harness/rounds.ts';
import { type PublicSite, publicSite } from './public-site.ts';

/** The version to run. npm downloads its 185 MB for the run; it is no dependency of the project. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;

interface Scores {
  performance: number;
  /** The lowest of accessibility, best practices and SEO. */
  others: number;
  layoutShift: number;
  /** Milliseconds on the simulated phone. */
  largestPaint: number;
}

/** Measures every public page with Lighthouse's simulated phone, on a separate server. */
export async function lighthouse(bench: Bench): Promise<Table> {
  const site = await publicSite(bench.folder);
  const lines: Line[] = [];
  const notes: string[] = [];
  try {
    for (const path of site.paths) {
      const runs = await visitOften(bench, site, path);
      lines.push(...linesOf(path, runs));
    }
    lines.push(await bookingLine(bench, site));
  } catch (error) {
    notes.push(`Skipped from here on: ${LIGHTHOUSE} did not run (${String(error)}).`);
  } finally {
    await site.close();
  }
  return {
    title: 'Public pages on a simulated phone',
    about:
      'Lighthouse, mobile preset, medians; scores of 100. Accessibility, best practices and SEO are ' +
      'given as the lowest of the three.',
    lines,
    notes,
  };
}

async function visitOften(bench: Bench, site: PublicSite, path: string): Promise<Scores[]> {
  bench.log(path);
  const runs: Scores[] = [];
  for (let round = 0; round < (bench.scale.quick ? 1 : 5); round += 1)
    runs.push(await retry(() => visit(bench, site, path)));
  return runs;
}

async function bookingLine(bench: Bench, site: PublicSite): Promise<Line> {
  const runs = await visitOften(bench, site, site.bookingPath);
  return {
    what: 'times for booking: largest paint',
    unit: 'ms',
    ours: median(runs.map(({ largestPaint }) => largestPaint)),
    bar: { of: 'ours', max: 1_300 },
  };
}

function linesOf(path: string, runs: readonly Scores[]): Line[] {
  const medianOf = (of: keyof Scores) => median(runs.map((run) => run[of]));
  const bar = (min: number) => ({ of: 'ours', min }) as const;
  return [
    { what: `${path} performance`, unit: 'points', ours: medianOf('performance'), bar: bar(98) },
    {
      what: `${path} lowest of the other three`,
      unit: 'points',
      ours: medianOf('others'),
      bar: bar(100),
    },
    {
      what: `${path} layout shift`,
      unit: 'points',
      ours: medianOf('layoutShift'),
      bar: { of: 'ours', max: 0.01 },
    },
    { what: `${path} largest paint`, unit: 'ms', ours: medianOf('largestPaint') },
  ];
}

/** Lighthouse sometimes fails and asks to be run again. */
async function retry<T>(work: () => Promise<T>, more = 2): Promise<T> {
  return work().catch((error) => {
    if (more === 0) throw error;
    return retry(work, more - 1);
  });
}

async function visit(bench: Bench, site: PublicSite, path: string): Promise<Scores> {
  const report = join(bench.folder, 'lighthouse.json');
  await run([
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    site.url + encodeURI(path),
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    `--chrome-flags=--headless=new --no-sandbox --disable-quic --disable-background-networking --no-first-run`,
  ]);
  const { categories, audits } = JSON.parse(await readFile(report, 'utf8')) as {
    categories: Record<string, { score: number }>;
    audits: Record<string, { numericValue: number }>;
  };
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  return {
    performance: score('performance'),
    others: Math.min(...CATEGORIES.map(score)),
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? 1,
    largestPaint: audits['largest-contentful-paint']?.numericValue ?? 0,
  };
}

async function run(commandOptions: readonly string[]): Promise<void> {
  const npm = spawn('npm', commandOptions, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  npm.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => {
    npm.on('error', resolve);
    npm.on('close', resolve);
  });
  if (code !== 0) throw new Error(output.trim().split('\n').at(-1) ?? String(code));
}
