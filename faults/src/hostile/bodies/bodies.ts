import { randomUUID } from 'node:crypto';
import { formBytes } from '@deqiq/testkit/client.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { someDicom } from '@deqiq/testkit/world.ts';
import type { CampaignContext, Figure } from '../../campaign.ts';
import { PATIENT, type TestBench } from '../test-bench.ts';
import { BOUNDARY, oddForms } from './forms.ts';
import { mutated } from './mutations.ts';

/** Number of randomly damaged bodies. */
const MUTATED = { short: 200, full: 1_000 };

/** Sends malformed, odd and damaged forms to routes that store chunks, pictures and texts. */
export async function bodies(
  bench: TestBench,
  { short, random }: CampaignContext,
): Promise<Figure[]> {
  const routes = await routesOf(bench);
  let malformed = 0;
  for (const { what, contentType, body, refused } of oddForms)
    for (const { name, path, headers } of routes.slice(0, 2)) {
      const label = `a form (${what}) to ${name}`;
      const answer = await send(bench, label, path, body, {
        ...headers,
        'content-type': contentType,
      });
      const isRefusal = answer.status >= 400 && answer.status < 500;
      if (refused && !isRefusal && answer.status !== 0)
        bench.find(`${label}: accepted, ${answer.status}`);
      malformed += 1;
    }
  await bench.settle('hand-made forms');

  const count = short ? MUTATED.short : MUTATED.full;
  let accepted = 0;
  for (let number = 0; number < count; number += 1) {
    const { name, path, headers, form } = random.pick(routes);
    const { body, what } = mutated(form(), random);
    const label = `form ${number} (${what}) to ${name}`;
    const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const { status } = await send(bench, label, path, body, { ...headers, ...type });
    if (status === 200) accepted += 1;
  }
  await bench.settle('mutated forms');
  return [
    { what: `hand-made forms (${oddForms.length}), to two routes each`, count: malformed },
    { what: 'forms damaged at random', count },
    { what: 'of these still valid and accepted', count: accepted },
  ];
}

async function send(
  bench: TestBench,
  label: string,
  path: string,
  body: Buffer,
  headers: Record<string, string>,
) {
  const answer = await bench.ask(label, 'POST', path, { body: new Uint8Array(body), headers });
  if (answer.status === 200 && path.endsWith('upload-chunk'))
    bench.acknowledged((JSON.parse(answer.body) as { fileId: string }).fileId);
  return answer;
}

/** A valid form for each of the routes, to be damaged. */
async function routesOf({ signed, asPartner }: TestBench) {
  const image = await picture({ width: 60, height: 40 });
  const person = { fullName: PATIENT, phone: '+994501234567', message: 'Salam' };
  const asB = (parts: Parameters<typeof formBytes>[0]) => {
    const { payload, headers } = formBytes(parts);
    const [, boundary = ''] = /boundary=(.*)$/.exec(headers['content-type']) ?? [];
    const text = payload.toString('latin1').replaceAll(boundary, BOUNDARY);
    return Buffer.from(text, 'latin1');
  };
  const route = (
    name: string,
    path: string,
    headers: Record<string, string>,
    form: () => Buffer,
  ) => ({
    name,
    path,
    headers,
    form,
  });
  return [
    route('upload-chunk', '/api/admin/checkups/upload-chunk', signed, () =>
      asB({
        chunk: { fileName: 'blob', bytes: someDicom(400) },
        chunkNumber: '0',
        fileId: randomUUID(),
        totalChunks: '1',
        fileName: 'a.dcm',
      }),
    ),
    route('contact-message', '/api/misc/contact-message', {}, () => asB(person)),
    route('create-checkup', '/api/partner/misc/create-checkup', asPartner, () =>
      asB({ file: image }),
    ),
    route('clinics', '/api/admin/clinics', signed, () =>
      asB({ title: 'Ağ Diş', phone: '012', instagram: '@x', image }),
    ),
  ];
}
