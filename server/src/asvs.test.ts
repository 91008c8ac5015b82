import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { endpoints } from '@deqiq/contract/endpoints.ts';
import { createShare, toPath } from '@deqiq/testkit/http/shares.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { sourceFiles } from '../../bootstrap/checks/source-files.js';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Text that the sources of the product do not contain, `except` in some files. */
interface Absence {
  readonly pattern: RegExp;
  readonly below?: string;
  readonly except?: RegExp;
}

/** Proves what a row of docs/asvs.md says does not exist: by a search, or by asking the running server. */
type Proof = Absence | ((world: World) => Promise<void>);

/** Everything that opens a connection; types of these modules do not. */
const CLIENT =
  /^import (?!type)[^;]*?from '(node:)?(https?|http2|net|tls|dns(\/promises)?|dgram|undici|axios|got|ws|pg)'|(import|require)\('(node:)?(https?|net|tls)'|\bfetch\(|\bnew (WebSocket|EventSource)\b|import\('(nodemailer|@block65)/m;

/** The list of 13.1.1; the other files listen, or compare addresses. */
const CLIENTS =
  /^server\/src\/(starting|intake\/(associations\/listener|intake-check|forwarding\/server-client)|platform\/(networks|providers\/provider-request|http\/bodies\/read-body|push\/(web-push|push-endpoint)|mail\/smtp|storage\/s3\/(client\/)?[\w-]+|db\/postgres\/[\w-]+|dimse\/services\/requestor))\.ts$/;

const outgoing: Absence = { pattern: CLIENT, below: 'server/', except: CLIENTS };
/** Of shares, and of the language. */
const COOKIES =
  /\/(shares\/share-pages\.routes|http\/pages\/private-pages|api\/people\/language|site\/boot\/remember-language)\.ts$/;
const ORIGIN = 'https://ohif.example';

const proofs: Readonly<Record<string, readonly Proof[]>> = {
  '1.2.2': [{ pattern: /['"`]javascript:/i }],
  '1.2.4': [
    {
      pattern: /sql\.raw\(/,
      except:
        /\/db\/(migrations\/|migrator|sqlite\/migrated-mark)|\/(deletions|traces|restored-database)\.repo\.ts$/,
    },
  ],
  '1.2.5': [{ pattern: /child_process/, except: /\/media\/pool\/decoder-process\.ts$/ }],
  '1.2.6–1.2.8': [{ pattern: /\bldap|\bxpath|\blatex/i }],
  '1.3.1': [{ pattern: /contenteditable|execCommand|\b(tiptap|quill|tinymce)\b/i }],
  '1.3.2': [{ pattern: /\beval\(|\bnew Function\(|'node:vm'|setTimeout\(['"`]/ }],
  '1.3.4': [refuseSvg],
  '1.3.7–1.3.9': [{ pattern: /\b(ejs|handlebars|mustache|nunjucks|pug|jndi|memcached?)\b/i }],
  '1.3.10': [{ pattern: /\bsprintf|util\.format|formatWithOptions/ }],
  '1.5.1': [{ pattern: /DOMParser|parseFromString|xml2js|fast-xml|'saxe?s?'/ }],
  '3.2.2': [{ pattern: /innerHTML|outerHTML|insertAdjacentHTML|document\.write/i }],
  '3.3.2, 3.3.4': [
    { pattern: /set-cookie|document\.cookie|cookieStore/i, except: COOKIES },
    checkCookies,
  ],
  '3.4.2': [
    { pattern: /access-control-/i, except: /\/viewer-links\/viewer-origins\.ts$/ },
    checkCors,
  ],
  '3.4.4': [checkTypes],
  '3.5.5': [
    { pattern: /\b(parent|opener|top|contentWindow)\??\.postMessage|postMessage\([^)]*'\*'/ },
  ],
  '3.7.1': [{ pattern: /<(object|embed|applet)\s[a-z]+=|createElement\('(object|embed|applet)'/ }],
  '4.3.1, 4.3.2, 4.4.1–4.4.4': [{ pattern: /graphql|WebSocket/i }],
  '5.3.1': [{ pattern: /\b(import|require)\((?!\s*')/, below: 'server/' }],
  '6.2.10': [{ pattern: /password_?(expir|age\b|changed_?at|rotat)/i }],
  '6.4.2': [{ pattern: /(secret|security)_?question|password_?hint/i }],
  '6.6.1–6.6.3, 6.8.1–6.8.4': [{ pattern: /twilio|sendSms|\bsaml|openid|mailed_?code/i }],
  '7.1.3, 7.6.1, 7.6.2': [{ pattern: /\bsaml|openid|id_token/i }],
  '10.1.1–10.7.3': [{ pattern: /client_secret|authorization_code|redirect_uri|openid/i }],
  '11.1.2': [
    { pattern: /createSign\(|createVerify\(|createDiffieHellman|'(sha512|md4)'/ },
    { pattern: /'sha1'/, except: /\/(totp|payment-pages\/epoint)\.ts$/ },
    { pattern: /generateKey/, except: /\/report-keys\.service\.ts$/ },
  ],
  '11.3.1–11.3.3': [{ pattern: /ipheriv\(\s*(?!'aes-256-gcm')['"\w]/ }],
  '11.4.1, 11.4.3': [
    {
      pattern: /'(md5|sha1)'/i,
      except: /\/(s3\/checksums|totp|messaging\/lsim|payment-pages\/epoint)\.ts$/,
    },
  ],
  '11.4.4': [{ pattern: /pbkdf2|scrypt|deriveKey/i }],
  '11.5.1': [
    {
      pattern: /Math\.random/,
      except: /\/(job-queue|push-attempts|forwarding\/backoff|s3\/client\/attempts)\.ts$/,
    },
  ],
  '11.6.1': [
    {
      pattern: /createECDH|generateKey|createPrivateKey/,
      except: /\/(vapid-keys|report-keys\.service|signing\/signatures|payment-pages\/p-sign)\.ts$/,
    },
  ],
  '13.1.1': [outgoing],
  '13.2.3': [{ pattern: /password\s*[:=]\s*['"`]\w/i, below: 'server/' }],
  '13.4.1': [
    (world) => answers(world, 404, ['/.git/config', '/package.json', '/.env', '/src/main.ts']),
  ],
  '13.4.3': [
    (world) => answers(world, 404, ['/objects/', '/assets/', '/public/uploads/checkupFiles/']),
  ],
  '13.4.4': [refuseTrace],
  '13.4.5': [(world) => answers(world, 404, ['/metrics', '/api/docs', '/api/docs/json'])],
  '14.2.3': [
    {
      pattern:
        /\bsrc=["']https?:|googletagmanager|google-analytics|fonts\.googleapis|sentry|hotjar/,
    },
  ],
  '15.3.2': [outgoing],
  '16.2.3': [{ pattern: /createWriteStream|pino\.destination|syslog/ }],
  '17.1.1–17.3.2': [{ pattern: /RTCPeerConnection|getUserMedia/ }],
};

describe('docs/asvs.md', () => {
  const rows = Array.from(
    read('docs/asvs.md').matchAll(/^\| (\d\S*(?:, \S+)*) \| (.+?) \| (.+) \|$/gm),
    ([, id = '', state = '', text = '']) => ({ id, state, text: text.replaceAll(/`[^`]*`/g, '') }),
  );

  test('marks the rows that have a proof here, and no others', () => {
    const marked = rows.filter(({ state }) => state.endsWith('†')).map(({ id }) => id);
    assert.deepEqual(marked.toSorted(), Object.keys(proofs).toSorted());
  });

  test('marks every row that is met and says that something does not exist', () => {
    const isAbsence = /\b(no|none|never|only|nothing|nobody|not|alone)\b/i;
    const unmarked = rows.filter(
      ({ state, text }) => /^(met|–)$/.test(state) && isAbsence.test(text),
    );
    assert.deepEqual(unmarked, []);
  });

  test('names files that exist', () => {
    const named = read('docs/asvs.md').matchAll(/`([\w./-]+\.(?:tsx?|js|conf|service|spec\.ts))`/g);
    const missing = Array.from(named, ([, file = '']) => file).filter(
      (file) => !['', 'server/src'].some((folder) => existsSync(path.join(ROOT, folder, file))),
    );
    assert.deepEqual(missing, []);
  });
});

describe('what docs/asvs.md says does not exist', () => {
  const sources = sourceFiles()
    .filter((file) => /^(server|web|contract)\//.test(file))
    .filter((file) => !/\.(test|contract)\.tsx?$|\/(processes|testing)\//.test(file))
    .map((file) => ({ file, text: read(file) }));

  for (const [id, list] of Object.entries(proofs))
    test(`${id} is not there`, async (t) => {
      for (const proof of list)
        if (typeof proof !== 'function') assert.deepEqual(findIn(sources, proof), []);
      const requests = list.filter((proof) => typeof proof === 'function');
      if (requests.length === 0) return;
      const settings = { DICOMWEB_ORIGINS: ORIGIN, NODE_ENV: 'production', TRUST_PROXY: 'on' };
      const world = await newWorld(t, { settings });
      for (const ask of requests) await ask(world);
    });
});

const findIn = (
  sources: readonly { readonly file: string; readonly text: string }[],
  { pattern, below = '', except }: Absence,
): string[] =>
  sources
    .filter(({ file }) => file.startsWith(below) && !except?.test(file))
    .filter(({ text }) => pattern.test(text))
    .map(({ file, text }) => `${file}: ${pattern.exec(text)?.[0]}`);

/** The headers of the answers to every operation: to a visitor, and to staff where they read. */
async function* headersOf(world: World, origin: string) {
  const others = ['GET /', 'GET /metrics', 'GET /dicom-web/studies', 'OPTIONS /dicom-web/studies'];
  for (const name of [...Object.keys(endpoints), ...others]) {
    const [method = '', path = ''] = name.split(' ');
    const url = path.replaceAll(/:\w+/g, 'x');
    for (const client of method === 'GET' ? [world.visitor, world.admin] : [world.visitor]) {
      const request = { method: method as 'GET', url, headers: { origin } };
      yield { name, headers: (await client.send(request)).response.headers };
    }
  }
}

async function checkCookies(world: World): Promise<void> {
  for await (const { name, headers } of headersOf(world, ORIGIN))
    assert.equal(headers['set-cookie'], undefined, name);
  const { response: signIn } = await world.visitor.post('/api/admin/auth/login', ADMIN);
  assert.equal(signIn.statusCode, 200);
  assert.equal(signIn.headers['set-cookie'], undefined);
  const { _id } = await world.addCheckup();
  const url = toPath(await createShare(world.admin, 'admin', _id, { pin: false }));
  const headers = { 'x-forwarded-proto': 'https' };
  const { response } = await world.visitor.send({ method: 'POST', url, headers });
  assert.match(String(response.headers['set-cookie']), /; HttpOnly; SameSite=Lax; Secure$/);
}

async function checkCors(world: World): Promise<void> {
  const granted = 'access-control-allow-origin';
  for (const origin of ['https://other.example', 'null'])
    for await (const { name, headers } of headersOf(world, origin))
      assert.equal(headers[granted], undefined, name);
  for await (const { name, headers } of headersOf(world, ORIGIN)) {
    assert.equal(headers[granted], name.includes(' /dicom-web/') ? ORIGIN : undefined, name);
    assert.equal(headers['access-control-allow-credentials'], undefined, name);
  }
}

async function checkTypes(world: World): Promise<void> {
  for await (const { name, headers } of headersOf(world, ORIGIN))
    assert.equal(headers['x-content-type-options'], 'nosniff', name);
}

async function refuseSvg({ admin }: World): Promise<void> {
  const svg = { totalChunks: '1', fileName: 'a.svg' };
  const answer = await admin.sendChunk(crypto.randomUUID(), 0, Buffer.from('<svg/>'), svg);
  answer.refused(415);
}

async function answers({ visitor, admin }: World, status: number, urls: readonly string[]) {
  for (const client of [visitor, admin])
    for (const url of urls) assert.equal((await client.get(url)).status, status, url);
}

async function refuseTrace({ app }: World): Promise<void> {
  for (const url of ['/', '/api/admin/partners', '/dicom-web/studies', '/healthz']) {
    const { statusCode } = await app.inject({ method: 'TRACE' as 'GET', url });
    assert.ok(statusCode === 404 || statusCode === 405, `${url} ${statusCode}`);
  }
}
