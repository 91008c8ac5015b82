import { setTimeout as pause } from 'node:timers/promises';
import type { OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { imageFile, SYNTAX } from '@deqiq/samples/dicom-variants/image-file.ts';
import { png } from '../../hostile/bombs/bomb-bytes.ts';
import type { Attack, AttackResult } from '../attack.ts';
import { besideBystanders } from '../bystanders.ts';
import { createCheckup, upload } from '../files/sending.ts';
import type { SignedInPartner, Target } from '../target.ts';

/** Milliseconds by which the preview of another patient may be later than on a quiet server, or as a multiple of that. */
const MAX_DELAY = 1_000;
const MAX_SLOWDOWN = 3;

/** Milliseconds between two requests for the state, until a preview counts as missing, and before the next one. */
const INTERVAL = 100;
const PATIENCE = 60_000;
const REST = 500;

/** Previews that are measured on the quiet server and during the attack. */
const PREVIEWS = 5;

const small = png({ width: 300, height: 200, rows: 200 });

export const previewQueue: Attack = {
  name: 'preview-queue',
  about:
    'Staff create a checkup of X-rays that take minutes to decode: 40 frames of 39 megapixels in 3.5 kB, the same frames in RLE of the fewest bytes, and 112 megapixels deflated to 109 kB, each of them twice. The preview of another patient must not wait for them.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, async () => {
      const attacker = await target.newPartner();
      const other = await target.newPartner();
      const quiet = await measurePreviews(target, other);
      const files = Object.values(slowXrays(context.short ? 8 : 40));
      await createSlowCheckup(target, attacker, [...files, ...files]);
      return compare(quiet, await measurePreviews(target, other));
    });
  },
};

function slowXrays(frames: number): Record<string, Buffer> {
  const size = { width: 8_000, height: 4_900, allocated: 8, syntax: SYNTAX.rle } as const;
  const header = Buffer.alloc(64);
  header.writeUInt32LE(1, 0);
  header.writeUInt32LE(64, 4);
  const run = Buffer.from([0x81, 7]);
  const runs = Buffer.concat(Array<Buffer>((size.width * size.height) / 128).fill(run));
  const repeat = (frame: Buffer, count: number) => Array.from({ length: count }, () => [frame]);
  const none = repeat(Buffer.concat([header, Buffer.alloc(10)]), 40);
  const shortest = repeat(Buffer.concat([header, runs]), frames);
  const side = 4_000;
  return {
    'no samples': imageFile({ ...size, frames: none.length, fragments: none }),
    'the fewest bytes': imageFile({ ...size, frames, fragments: shortest }),
    deflated: imageFile({
      width: side,
      height: side,
      frames: 7,
      allocated: 8,
      syntax: SYNTAX.deflated,
      words: new Uint8Array(7 * side * side),
    }),
  };
}

async function createSlowCheckup(
  target: Target,
  partner: SignedInPartner,
  files: readonly Buffer[],
): Promise<void> {
  const xrayFiles: { fileId: string; fileName: string }[] = [];
  for (const bytes of files)
    xrayFiles.push({ fileId: await upload(target, bytes), fileName: 'panoram.dcm' });
  const patient = { firstName: 'Nigar', lastName: 'Hüseynova', name: 'Panoram' };
  await target.staff.call('POST', '/api/admin/checkups', {
    partner: partner.id,
    ...patient,
    xrayFiles,
  });
}

/** The median time from an upload to its preview, in milliseconds: on a busy machine a process starts for seconds. */
async function measurePreviews(target: Target, partner: SignedInPartner): Promise<number> {
  const waits: number[] = [];
  while (waits.length < PREVIEWS) {
    waits.push(await measurePreview(target, partner));
    await pause(REST);
  }
  return waits.sort((a, b) => a - b)[Math.floor(PREVIEWS / 2)] ?? 0;
}

async function measurePreview(target: Target, partner: SignedInPartner): Promise<number> {
  const fileId = await upload(target, small);
  const began = performance.now();
  await createCheckup(target, partner, fileId, 'foto.png');
  for (;;) {
    const { checkups } = await partner.client.call<OwnCheckupList>(
      'GET',
      '/api/partner/misc/checkups',
    );
    const wait = performance.now() - began;
    const isPending = checkups.some(({ xrayFileLinks }) =>
      xrayFileLinks.some(({ imaging }) => imaging.state === 'pending'),
    );
    if (!isPending || wait > PATIENCE) return wait;
    await pause(INTERVAL);
  }
}

function compare(quiet: number, during: number): AttackResult {
  const max = Math.max(quiet + MAX_DELAY, quiet * MAX_SLOWDOWN);
  return {
    figures: [
      {
        what: 'median preview of another patient before the attack, ms',
        count: Math.round(quiet),
      },
      { what: 'median preview of another patient during it, ms', count: Math.round(during) },
    ],
    findings:
      during > max
        ? [`a preview took ${Math.round(during)} ms, and ${Math.round(quiet)} ms before`]
        : [],
  };
}
