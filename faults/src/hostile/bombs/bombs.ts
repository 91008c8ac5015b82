import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkup, CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { formBytes } from '@deqiq/testkit/client.ts';
import { JOB_TIMEOUT, START_TIMEOUT } from '../../../../server/src/platform/media/limits.ts';
import type { CampaignContext, Figure } from '../../campaign.ts';
import type { TestBench } from '../test-bench.ts';
import { type Bomb, heavyPictures, refusedBombs } from './bomb-list.ts';

/** Bytes of memory above which a picture counts as a bomb. */
const MAX_MEMORY = 1.2 * 1024 ** 3;

/** Bytes that a small chunk of a PNG inflates to. */
const UNFOLDED = { short: 32e6, full: 256e6 };

/** Sends small files that announce a huge size, or inflate to it. */
export async function bombs(bench: TestBench, { short }: CampaignContext): Promise<Figure[]> {
  const refused = await refusedBombs();
  const heavy = await heavyPictures(short ? UNFOLDED.short : UNFOLDED.full);
  await bench.server.child.measure('watch');
  for (const [what, bomb] of Object.entries(refused))
    for (const [route, { status, body }] of Object.entries(await sendEverywhere(bench, what, bomb)))
      if (status < 400 || status >= 500)
        bench.find(`${what} was accepted as ${route}: ${status} ${body.slice(0, 100)}`);
  for (const [what, picture] of Object.entries(heavy)) await sendEverywhere(bench, what, picture);
  await untilDerived(bench);
  const { peak } = await bench.server.child.measure('unwatch');
  if (peak > MAX_MEMORY) bench.find(`pictures took ${Math.round(peak / 1e6)} MB of memory`);
  await bench.settle('pixel bombs');
  const count = Object.keys({ ...refused, ...heavy }).length;
  return [
    { what: 'pixel bombs, each as a picture of a clinic, a shipment and an X-ray', count },
    { what: 'largest memory of the server meanwhile, MB', count: Math.round(peak / 1e6) },
  ];
}

/** Milliseconds between two requests for the state of the X-rays, and until a job counts as endless. */
const POLL_INTERVAL = 200;
const PATIENCE = 120_000;

/** X-rays are decoded in jobs, after their upload. */
async function untilDerived(bench: TestBench): Promise<void> {
  const began = performance.now();
  const isPending = async () => {
    const { body } = await bench.ask('the list of checkups', 'GET', '/api/admin/checkups', {
      headers: bench.signed,
    });
    const { checkups } = JSON.parse(body) as CheckupList;
    return checkups.some(({ xrayFileLinks }) =>
      xrayFileLinks.some(({ imaging }) => imaging.state === 'pending'),
    );
  };
  while (await isPending()) {
    if (performance.now() - began > PATIENCE) return bench.find('an X-ray is pending forever');
    await pause(POLL_INTERVAL);
  }
}

/** The responses to one file from every route that accepts pictures. */
async function sendEverywhere(bench: TestBench, what: string, [fileName, bytes]: Bomb) {
  const file = { fileName, bytes };
  const clinic = { title: 'Ağ Diş', phone: '012', instagram: '@x', image: file };
  const shipments = '/api/partner/misc/create-checkup';
  return {
    'a picture': await form(
      bench,
      `${what}, of a clinic`,
      '/api/admin/clinics',
      bench.signed,
      clinic,
    ),
    'a shipment': await form(bench, `${what}, shipped`, shipments, bench.asPartner, { file }),
    'an X-ray': await asXray(bench, `${what}, as an X-ray`, file),
  };
}

/** Milliseconds for an answer that waits for the start of a decoder and for its work. */
const DECODING = START_TIMEOUT + JOB_TIMEOUT;

type Parts = Parameters<typeof formBytes>[0];

function form(
  bench: TestBench,
  what: string,
  path: string,
  authorization: Record<string, string>,
  parts: Parts,
) {
  const { payload, headers } = formBytes(parts);
  return bench.ask(what, 'POST', path, {
    body: new Uint8Array(payload),
    headers: { ...headers, ...authorization },
    patience: DECODING,
  });
}

/** The response to the merge into a checkup; where that succeeds, the preview is requested too. */
async function asXray(bench: TestBench, what: string, file: { fileName: string; bytes: Buffer }) {
  const fileId = randomUUID();
  bench.acknowledged(fileId);
  for (let at = 0; at * CHUNK < file.bytes.length; at += 1) {
    const chunk = { fileName: 'blob', bytes: file.bytes.subarray(at * CHUNK, (at + 1) * CHUNK) };
    const parts = { chunk, chunkNumber: String(at), fileId };
    const answer = await form(bench, what, '/api/admin/checkups/upload-chunk', bench.signed, parts);
    if (answer.status !== 200) return answer;
  }
  const checkup = { partner: bench.partnerId, firstName: 'Nigar', lastName: 'Hüseynova' };
  const answer = await bench.ask(what, 'POST', '/api/admin/checkups', {
    headers: { ...bench.signed, 'content-type': 'application/json' },
    body: JSON.stringify({ ...checkup, xrayFiles: [{ fileId, fileName: file.fileName }] }),
  });
  if (answer.status !== 200) return answer;
  const link = (JSON.parse(answer.body) as { checkup: Checkup }).checkup.xrayFileLinks[0];
  for (const url of [link?.previewUrl, link?.url])
    if (url) await bench.ask(`${what}, its preview`, 'GET', url);
  return answer;
}

const CHUNK = 2 * 1024 * 1024;
