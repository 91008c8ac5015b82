import { setTimeout as pause } from 'node:timers/promises';
import { imageFile, SYNTAX } from '@deqiq/samples/dicom-variants/image-file.ts';
import type { Attack } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import { upload } from '../../files/sending.ts';
import type { SignedInPartner, Target } from '../../target.ts';

/** Milliseconds in which the previews of other patients are measured. */
const DURATION = { short: 5_000, full: 20_000 };

export const previewQueue: Attack = {
  name: 'preview-queue',
  about:
    'Staff create a checkup of X-rays that take minutes to decode: 40 frames of 39 megapixels in 3.5 kB, the same frames in RLE of the fewest bytes, and 112 megapixels deflated to 109 kB, each of them twice. The preview of another patient must not wait for them.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, async () => {
      const files = Object.values(slowXrays(context.short ? 8 : 40));
      await createSlowCheckup(target, await target.newPartner(), [...files, ...files]);
      await pause(DURATION[context.short ? 'short' : 'full']);
      return { figures: [{ what: 'X-rays', count: 2 * files.length }], findings: [] };
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
