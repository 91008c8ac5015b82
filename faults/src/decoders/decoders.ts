import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { dicomVariants } from '@deqiq/samples/dicom-variants/variants.ts';
import { type DeriveOutcome, derivePool } from '@deqiq/testkit/decoders/derive-pool.ts';
import { zipSync } from 'fflate';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { mutate } from './mutations.ts';

const COUNT = { short: 200, full: 2_000 };

/** Milliseconds after which a small file counts as endless. */
const TIMEOUT = 30_000;

/** Files side by side; the pool has as many processes. */
const CONCURRENCY = 2;

/** Endings of a process that no small file may cause. */
const FORBIDDEN: ReadonlySet<DeriveOutcome> = new Set(['timeout', 'memory', 'crash']);

interface Original {
  readonly name: string;
  readonly type: 'dicom' | 'archive';
  readonly bytes: Buffer;
}

export const decoders: Campaign = {
  title: 'Damaged X-rays',
  about:
    'Headers, fragments, tables and codestreams of DICOM files, and ZIPs of them, are damaged at random and derived by ' +
    'decoder processes. No process may crash, hang or exceed its memory, and an intact file is derived afterwards.',
  run: (context) => damage(context),
};

async function damage({ short, random, folder, log }: CampaignContext): Promise<Outcome> {
  const endings: (() => unknown)[] = [];
  const pool = derivePool({ after: (end) => endings.push(end) }, { folder, timeout: TIMEOUT });
  const originals = await intactFiles();
  const count = short ? COUNT.short : COUNT.full;
  const outcomes = new Map<string, number>();
  const findings: string[] = [];
  let started = 0;
  const attempt = async (name: string, original: Original, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const outcome = await pool.derive(original.type, path);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (!readFileSync(path).equals(bytes)) findings.push(`${name} was changed`);
    rmSync(path);
    return outcome;
  };
  const worker = async () => {
    while (started < count) {
      started += 1;
      const number = started;
      const original = random.pick(originals);
      const [kind, bytes] = mutate(original.bytes, random);
      const outcome = await attempt(`${number}`, original, bytes);
      if (FORBIDDEN.has(outcome))
        findings.push(`file ${number} (${original.name}, ${kind}): ${outcome}`);
      if (number % 200 === 0) log(`${number} of ${count} damaged files`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const damaged = Object.fromEntries(outcomes);
  for (const original of originals) {
    const outcome = await attempt('intact', original, original.bytes);
    if (outcome !== 'ready') findings.push(`${original.name}, intact: ${outcome}`);
  }
  for (const end of endings) await end();
  return {
    figures: [
      { what: 'damaged files', count },
      ...Object.entries(damaged).map(([what, sum]) => ({ what: `of them ${what}`, count: sum })),
      { what: 'intact files afterwards', count: originals.length },
    ],
    findings,
  };
}

async function intactFiles(): Promise<Original[]> {
  const variants = await dicomVariants();
  const slices = Array.from({ length: 10 }, (_, index) => [
    `SLICE${index}`,
    new Uint8Array(
      ctSlice({
        width: 24,
        height: 24,
        instance: index,
        position: [0, 0, index],
        pixels: Uint16Array.from({ length: 576 }, (_unused, at) => at + index * 50),
      }),
    ),
  ]);
  const files = Object.fromEntries(slices) as Record<string, Uint8Array>;
  const archives = [0, 6].map(
    (level): Original => ({
      name: `a ZIP of level ${level}`,
      type: 'archive',
      bytes: Buffer.from(zipSync(files, { level: level as 0 | 6 })),
    }),
  );
  const dicom = variants.map(({ name, bytes }): Original => ({ name, type: 'dicom', bytes }));
  // A sixth of the damaged files are ZIPs.
  return [...dicom, ...Array.from({ length: 12 }, () => archives).flat()];
}
