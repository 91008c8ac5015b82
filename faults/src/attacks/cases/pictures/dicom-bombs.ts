import { setTimeout as pause } from 'node:timers/promises';
import type { OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import type { Element } from '@deqiq/samples/dicom/elements.ts';
import { imageFile } from '@deqiq/samples/dicom-variants/image-file.ts';
import type { Attack } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import { dicomDeflateBomb, dicomOfEmptyElements } from '../../files/dicom.ts';
import { createCheckup, send, upload } from '../../files/sending.ts';
import type { Target } from '../../target.ts';

export const dicomDeflate: Attack = {
  name: 'dicom-deflate-bomb',
  about:
    'Staff upload a DICOM file of 1 MB from a patient’s CD that inflates to a gigabyte, and wait for its preview.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, () => open(target, dicomDeflateBomb(2 ** 30)));
  },
};

export const dicomElements: Attack = {
  name: 'dicom-empty-elements',
  about:
    'Staff upload a DICOM file of eight million empty elements, just under 64 MiB, and wait for its preview.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, () => open(target, dicomOfEmptyElements(8_380_000)));
  },
};

/** Bad files that are accepted: what is made of them may fail, but the server and the download may not. */
export const badXrays: Attack = {
  name: 'bad-x-rays',
  about:
    'Staff upload DICOM files that announce 60,000 × 60,000 pixels, 10,000 frames of which one is present, deep ' +
    'sequences, and scripts in every text.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, async () => {
      const findings: string[] = [];
      const files = badXrayFiles();
      for (const [name, { bytes, states }] of Object.entries(files)) {
        const result = await derive(target, bytes);
        findings.push(...result.findings.map((finding) => `${name}: ${finding}`));
        if (!states.includes(result.state)) findings.push(`${name}: the state is ${result.state}`);
      }
      return { figures: [{ what: 'bad files', count: Object.keys(files).length }], findings };
    });
  },
};

async function open(target: Target, bytes: Buffer) {
  const { state, wait, findings } = await derive(target, bytes);
  if (state !== 'failed' && state !== 'unsupported') findings.push(`the state is ${state}`);
  return {
    figures: [
      { what: 'size of the file, bytes', count: bytes.length },
      { what: 'until its state was final, ms', count: Math.round(wait) },
    ],
    findings,
  };
}

/** Milliseconds between two requests for the state, and until a file counts as endless. */
const INTERVAL = 200;
const PATIENCE = 120_000;

/** Creates a checkup and waits until its file is derived, or is not going to be. */
async function derive(target: Target, bytes: Buffer) {
  const partner = await target.newPartner();
  const fileId = await upload(target, bytes);
  const created = await createCheckup(target, partner, fileId, 'panoram.dcm');
  const findings: string[] = [];
  if (created.status !== 200) findings.push(`the upload returned ${created.status}`);
  const began = performance.now();
  let link: FileLink | undefined;
  do {
    await pause(INTERVAL);
    const own = await partner.client.call<OwnCheckupList>('GET', '/api/partner/misc/checkups');
    link = own.checkups[0]?.xrayFileLinks[0];
  } while (link?.imaging.state === 'pending' && performance.now() - began < PATIENCE);
  const wait = performance.now() - began;
  if (link?.previewUrl && (await send(target, link.previewUrl, {})).status !== 200)
    findings.push('the preview is missing');
  if (!link || (await send(target, link.url, { method: 'HEAD' })).status !== 200)
    findings.push('the file itself is gone');
  return { state: link?.imaging.state ?? 'missing', wait, findings };
}

interface BadXray {
  readonly bytes: Buffer;
  /** States of which each is right. */
  readonly states: readonly string[];
}

function badXrayFiles(): Record<string, BadXray> {
  const script = '<script>alert(1)</script>';
  const texts = [0x0008_0060, 0x0008_0070, 0x0008_1030, 0x0008_1090, 0x0010_0010, 0x0010_0020];
  let nested: Element[] = [{ tag: 0x0008_0050, vr: 'SH', value: 'x' }];
  for (let depth = 0; depth < 500; depth += 1)
    nested = [{ tag: 0x0008_1140, vr: 'SQ', value: [nested] }];
  const failed = ['failed', 'unsupported'];
  return {
    '60,000 × 60,000 pixels': {
      bytes: imageFile({ words: [1, 2, 3, 4], width: 60_000, height: 60_000 }),
      states: failed,
    },
    '10,000 frames of which one is present': {
      bytes: imageFile({ words: [1, 2, 3, 4], width: 2, height: 2, frames: 10_000 }),
      states: ['ready', ...failed],
    },
    'sequences 500 deep': { bytes: imageFile({ words: [1], more: nested }), states: failed },
    'scripts in every text': {
      bytes: imageFile({
        words: [1, 2, 3, 4],
        more: texts.map((tag): Element => ({ tag, vr: 'LO', value: script })),
      }),
      states: ['ready'],
    },
  };
}
