import type { Attack } from '../attack.ts';
import { besideBystanders } from '../bystanders.ts';
import { dicomDeflateBomb, dicomOfEmptyElements } from '../files/dicom.ts';
import { createCheckup, send, upload } from '../files/sending.ts';
import type { Target } from '../target.ts';

export const dicomDeflate: Attack = {
  name: 'dicom-deflate-bomb',
  about:
    'Staff upload a DICOM file of 1 MB from a patient’s CD that inflates to a gigabyte, and open its preview twice.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, () => open(target, dicomDeflateBomb(2 ** 30)));
  },
};

export const dicomElements: Attack = {
  name: 'dicom-empty-elements',
  about:
    'Staff upload a DICOM file of eight million empty elements, just under 64 MiB, and open its preview twice.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, () => open(target, dicomOfEmptyElements(8_380_000)));
  },
};

async function open(target: Target, bytes: Buffer) {
  const partner = await target.newPartner();
  const fileId = await upload(target, bytes);
  const created = await createCheckup(target, partner, fileId, 'panoram.dcm');
  const findings: string[] = [];
  if (created.status !== 200) findings.push(`the upload was refused: ${created.status}`);
  const { previewUrl, url } = linkIn(created.body);
  const answers = [];
  for (let round = 0; round < 2; round += 1)
    if (previewUrl) answers.push(await send(target, previewUrl, {}, 15_000));
  const longest = Math.max(0, ...answers.map(({ wait }) => wait));
  if (answers.some(({ status }) => status !== 204 && status !== 404))
    findings.push(`the preview returned ${answers.map(({ status }) => status).join(', ')}`);
  if (url && (await send(target, url, { method: 'HEAD' })).status !== 200)
    findings.push('the file itself is gone');
  return {
    figures: [
      { what: 'size of the file, bytes', count: bytes.length },
      { what: 'slowest preview of the file, ms', count: Math.round(longest) },
    ],
    findings,
  };
}

function linkIn(body: string): { url?: string; previewUrl?: string } {
  const answer = JSON.parse(body) as {
    checkup?: { xrayFileLinks: { url: string; previewUrl?: string }[] };
  };
  return answer.checkup?.xrayFileLinks[0] ?? {};
}
