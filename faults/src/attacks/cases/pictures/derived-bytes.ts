import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { Attack, AttackResult } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import { deflatedMultiFrame } from '../../files/dicom-attributes.ts';
import { createCheckup, upload } from '../../files/sending.ts';
import type { Target } from '../../target.ts';

const FRAMES = 2_500;

/** Bytes that may be derived from a file: so many for each of its bytes, and the same for every file. */
const MAX_RATIO = 32;
const SLACK = 16 * 1024 * 1024;

/** Milliseconds between two checks, and until the pictures count as endless. */
const INTERVAL = 100;
const PATIENCE = 180_000;

export const derivedBytes: Attack = {
  name: 'derived-bytes',
  about:
    'Staff upload a ZIP in which deflate finds repetitions that no codec of pictures finds. What is derived from it may not fill the disk.',
  async run({ startTarget }) {
    const target = await startTarget();
    const bytes = deflatedMultiFrame(FRAMES, 1);
    return besideBystanders(target, () => derive(target, bytes));
  },
};

async function derive(target: Target, bytes: Buffer): Promise<AttackResult> {
  const partner = await target.newPartner();
  const created = await createCheckup(target, partner, await upload(target, bytes), 'a.zip');
  if (created.status !== 200) throw new Error(`the upload returned ${created.status}`);
  const began = performance.now();
  let largest = 0;
  let state = 'pending';
  while (state === 'pending' && performance.now() - began < PATIENCE) {
    await pause(INTERVAL);
    largest = Math.max(largest, derivedBytesIn(target));
    const { checkups } = await partner.client.get<OwnCheckupList>('/api/partner/misc/checkups');
    state = checkups[0]?.xrayFileLinks[0]?.imaging.state ?? 'missing';
  }
  const max = MAX_RATIO * bytes.length + SLACK;
  const findings = state === 'pending' ? ['the pictures are not made'] : [];
  if (largest > max) findings.push(`${largest} bytes were derived from ${bytes.length} bytes`);
  return {
    figures: [
      { what: 'size of the ZIP, bytes', count: bytes.length },
      { what: 'derived from it, bytes', count: largest },
    ],
    findings,
  };
}

/** Pictures of bystanders are some kilobytes. */
function derivedBytesIn({ dataDir }: Target): number {
  const folder = join(dataDir, 'objects/derived');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
