import { createHash, randomUUID } from 'node:crypto';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { formBytes } from '@deqiq/testkit/client.ts';
import { someDicom } from '@deqiq/testkit/world.ts';
import type { CampaignContext, Figure } from '../campaign.ts';
import { PATIENCE } from './requests/raw.ts';
import { PATIENT, type TestBench } from './test-bench.ts';

/** Hostile file names; an accepted file must come back byte for byte. */
const fileNames = [
  '../../../etc/passwd.dcm',
  '..\\..\\windows\\win.ini.dcm',
  '/etc/passwd.dcm',
  'C:\\boot.dcm',
  '....//x.dcm',
  '.',
  '..',
  '...',
  '/',
  '\\',
  '.dcm',
  '..dcm',
  ' .dcm',
  'a/.dcm',
  '~root.dcm',
  '-rf.dcm',
  '$(id).dcm',
  'a\0.dcm',
  'a\0.html.dcm',
  'a%00.dcm',
  '%2e%2e%2fx.dcm',
  'a\r\nSet-Cookie: x=1.dcm',
  'a\tb.dcm',
  '\u001b[31mx.dcm',
  'CON.dcm',
  'NUL',
  'com1.dcm',
  'lpt9.dcm',
  'aux.',
  'a.dcm:stream',
  'a.dcm ',
  'a.dcm.',
  'a?.dcm',
  'a*|<>.dcm',
  'a";filename="b.dcm',
  "a';x=y.dcm",
  'a%22.dcm',
  '"><img src=x onerror=alert(1)>.dcm',
  '{{7*7}}.dcm',
  '`id`.dcm',
  `${'ə'.repeat(80)}.dcm`,
  `${'x'.repeat(250)}.dcm`,
  `${'x'.repeat(5_000)}.dcm`,
  'é.dcm',
  'é.dcm',
  'ﬁ.dcm',
  '\u202ecxe.dcm',
  '\u200b.dcm',
  '\ufeffa.dcm',
  '\ud800.dcm',
  '👩‍⚕️.dcm',
  '陳.dcm',
  'صورة.dcm',
  '\u{e0001}x.dcm',
  'Z̷̢͓͝a.dcm',
  '__proto__',
  'constructor',
  'toString.dcm',
  'null',
  'undefined.dcm',
  '0',
  '-1.dcm',
  "x' or 1=1 --.dcm",
  '%s%n.dcm',
];

/** Hostile texts in the position of a name in a path; sent unchanged. */
const inAddresses = [
  '..',
  '../',
  '../..',
  '..%2f..%2f',
  '..%5c..%5c',
  '%2e%2e/%2e%2e',
  '..;/',
  '....//',
  '.%00./',
  '..%c0%af',
  '..%ef%bc%8f',
  '%2fetc%2fpasswd',
  '/etc/passwd',
  '//etc/passwd',
  '\\\\server\\share',
  'C:%5cboot.ini',
  'file:%2f%2f%2fetc%2fpasswd',
  '%00',
  'a%00.webp',
  '%0d%0aX-Injected:%201',
  '%0a',
  '%7f',
  '%ff%fe',
  '%c3%28',
  '%u002e',
  '%',
  '%2',
  '%zz',
  'CON',
  'nul.webp',
  'a.webp:$DATA',
  '.',
  '.git/config',
  '.env',
  'deqiq.sqlite',
  'session-secret',
  '*',
  '?',
  '#',
  '\u0259',
  '%C9%99',
  '%F0%9F%91%A9',
  '<script>',
  '%3Cscript%3E',
  "'",
  '%27%20or%201=1--',
  '{}',
  '[]',
  '[object Object]',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e999',
  '0',
  '9'.repeat(300),
  'a'.repeat(2_900),
  '%61'.repeat(2_000),
  'a/'.repeat(1_000),
  '../'.repeat(1_000),
  '%2e%2e%2f'.repeat(500),
];

const positions = [
  '/',
  '/assets/',
  '/haqqimizda/',
  '/admin/dashboard/',
  '/api/',
  '/api/admin/checkups/',
  '/objects/',
  '/public/uploads/clinicFiles/',
  '/public/uploads/partnerCardFiles/',
  '/public/uploads/checkupFiles/',
  '/public/uploads/',
  '/api/admin/checkups/uploads/',
  '/api/admin/clinics/',
  '/api/admin/partner-stats/',
  '/api/admin/exports/',
];

/** Contents that only files of the product or the machine have. */
const LEAKED_CONTENT = /root:x?:0:0|SQLite format 3|\[boot loader\]|"name": "@?deqiq/;

export async function names(bench: TestBench, { short }: CampaignContext): Promise<Figure[]> {
  const tried = await addresses(bench, short ? 3 : 1);
  await bench.settle('names in paths');
  const { kept: storedCount, refused } = await uploads(bench);
  await bench.settle('names of files');
  return [
    { what: 'paths with names that point elsewhere', count: tried },
    { what: 'files with hostile names stored and returned byte for byte', count: storedCount },
    { what: 'file names refused', count: refused },
  ];
}

/** Sends every name in every position, or every `every`-th of them. */
async function addresses(bench: TestBench, every: number): Promise<number> {
  let tried = 0;
  const signed = `Host: x\r\nAuthorization: ${bench.signed.authorization}\r\nConnection: close\r\n`;
  for (const position of positions)
    for (const name of inAddresses.filter((_, at) => (at + position.length) % every === 0))
      for (const method of position.startsWith('/api/admin') ? ['GET', 'DELETE'] : ['GET']) {
        const what = `${method} ${position}${name}`.slice(0, 120);
        const line = Buffer.from(`${method} ${position}${name} HTTP/1.1\r\n${signed}\r\n`, 'utf8');
        const { text, answers } = await bench.speak(what, [line]);
        if (LEAKED_CONTENT.test(text))
          bench.find(`${what}: returns the content of a file: ${text.slice(0, 200)}`);
        if (/^x-injected/im.test(text)) bench.find(`${what}: a header was injected`);
        const [first] = answers;
        if (method === 'DELETE' && first?.status === 200) bench.find(`${what}: deleted something`);
        tried += 1;
      }
  return tried;
}

async function uploads(bench: TestBench) {
  let stored = 0;
  let refused = 0;
  for (const name of fileNames) {
    const what = `a file called ${JSON.stringify(name).slice(0, 60)}`;
    const bytes = Buffer.concat([someDicom(), Buffer.from(name)]);
    const fileId = randomUUID();
    const fields = { fileId, chunkNumber: '0', totalChunks: '1', fileName: name };
    const { payload, headers } = formBytes({ chunk: { fileName: name, bytes }, ...fields });
    const all = { ...headers, ...bench.signed };
    const path = '/api/admin/checkups/upload-chunk';
    const chunk = await bench.ask(what, 'POST', path, {
      body: new Uint8Array(payload),
      headers: all,
    });
    if (chunk.status !== 200) {
      refused += 1;
      continue;
    }
    bench.acknowledged(fileId);
    const person = { partner: bench.partnerId, firstName: PATIENT, lastName: 'Hüseynova' };
    const body = JSON.stringify({ ...person, xrayFiles: [{ fileId, fileName: name }] });
    const json = { 'content-type': 'application/json', ...bench.signed };
    const created = await bench.ask(what, 'POST', '/api/admin/checkups', { body, headers: json });
    if (created.status !== 200) {
      refused += 1;
      continue;
    }
    stored += 1;
    await checkDownload(
      bench,
      what,
      (JSON.parse(created.body) as { checkup: Checkup }).checkup,
      bytes,
    );
  }
  return { kept: stored, refused };
}

/** The link must return the bytes under a harmless name, and the name must delete the file. */
async function checkDownload(
  bench: TestBench,
  what: string,
  checkup: Checkup,
  bytes: Buffer,
): Promise<void> {
  const [link] = checkup.xrayFileLinks;
  if (!link) return bench.find(`${what}: the list has no link to it`);
  bench.secrets.add(link.url.split('/').at(-1) ?? '?');
  const url = `http://127.0.0.1:${bench.port}${link.url}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
  if (!answer) return bench.find(`${what}: its link returned nothing`);
  const received = Buffer.from(await answer.arrayBuffer());
  if (!received.equals(bytes))
    bench.find(`${what}: other bytes were returned (${hash(received)}, ${hash(bytes)})`);
  const disposition = answer.headers.get('content-disposition') ?? '';
  if (
    !/^(inline|attachment); filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~!$&+^`|%-]*$/.test(
      disposition,
    )
  )
    bench.find(`${what}: Content-Disposition: ${disposition}`);
  if (/[/\\\p{Cc}]/u.test(link.name))
    bench.find(`${what}: is shown as ${JSON.stringify(link.name)}`);
  const file = encodeURIComponent(link.name);
  const path = `/api/admin/checkups/${checkup._id}/files/${file}`;
  const deleted = await bench.ask(what, 'DELETE', path, { headers: bench.signed });
  if (deleted.status !== 200)
    bench.find(`${what}: cannot be deleted by its name: ${deleted.status} ${deleted.body}`);
  const after = await bench.ask(what, 'GET', link.url);
  if (after.status !== 404) bench.find(`${what}: still exists after its deletion: ${after.status}`);
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);
