import { randomUUID } from 'node:crypto';
import { adminSections, partnerSections } from '@deqiq/contract/shared/paths.ts';
import { type BrowserContext, openBrowser, type Page } from '@deqiq/testkit/browser.ts';
import { formBytes } from '@deqiq/testkit/client.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { someDicom } from '@deqiq/testkit/world.ts';
import type { CampaignContext, Figure } from '../campaign.ts';
import { HOSTILE_PARTNER, type TestBench } from './test-bench.ts';

/** Part of every hostile text, so that a list that shows them is recognised. */
const MARK = 'XYZZY';

/** Texts that execute where they are treated as more than text; each fits into a line of 200 letters. */
const RUN = 'localStorage.ran=1';
const hostile = [
  `${MARK}<script>${RUN}</script>`,
  `${MARK}"><img src=x onerror="${RUN}">`,
  `${MARK}'><svg/onload=${RUN}>`,
  `${MARK}</title></textarea></script><script>${RUN}</script>`,
  `javascript:${RUN}//${MARK}`,
  `${MARK}\${${RUN}}{{constructor.constructor('${RUN}')()}}`,
  `${MARK}<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `${MARK}<a href="javascript:${RUN}">x</a><math><mtext><style><img src=x onerror=${RUN}>`,
];

/** The form of shipments shows no texts. */
const ownScreens = partnerSections.filter(({ path }) => !path.endsWith('/shipments'));

/** Sends the texts through every form and opens every screen that shows them. */
export async function texts(bench: TestBench, { short }: CampaignContext): Promise<Figure[]> {
  let sent = 0;
  bench.secrets.add(MARK);
  await renamePartner(bench, hostile[1] ?? MARK);
  for (const text of short ? hostile.slice(1, 3) : hostile)
    sent += await sendEverywhere(bench, text);
  const browser = await openBrowser();
  try {
    const staff = await browser.newContext();
    const partner = await browser.newContext();
    const listed = await screens(bench, staff, '/admin/login', ADMIN, adminSections);
    const others = short ? [] : ownScreens;
    const own = await screens(bench, partner, '/login/partnyor', HOSTILE_PARTNER, others);
    const visitor = await (await browser.newContext()).newPage();
    let shownScreens = 0;
    for (const path of ['/partnyor/həkimlər', '/partnyor/şirkətlər'])
      shownScreens += await visit(bench, visitor, encodeURI(path));
    await bench.settle('hostile texts');
    return [
      { what: 'hostile texts accepted by forms', count: sent },
      { what: 'screens that showed them', count: listed + own + shownScreens },
    ];
  } finally {
    await browser.close();
  }
}

/** Gives the partner the text as its name, which all its data shows. */
async function renamePartner({ staff, partnerId }: TestBench, name: string): Promise<void> {
  await staff.call('PUT', `/api/admin/partners/${partnerId}`, {
    firstName: name,
    lastName: name,
    clinicName: name,
    instagram: name,
    birthDate: '1985-04-12',
    phone: '+994501234567',
    email: HOSTILE_PARTNER.email,
  });
}

/** Sends one text in every field of every form; returns how many were accepted. */
async function sendEverywhere(bench: TestBench, text: string): Promise<number> {
  const phone = '+994501234567';
  const email = () => `${randomUUID()}@example.az`;

  const fields = {
    firstName: text,
    lastName: text,
    clinicName: text,
    instagram: text,
    phone: text,
  };
  const day = '2026-11-20';
  const image = { ...(await picture()), fileName: `${MARK}<img src=x onerror=${RUN}>.png` };
  const { partnerId } = bench;
  let accepted = 0;
  const send = async (
    path: string,
    body: object,
    authorization: Record<string, string> = {},
    method = 'POST',
  ) => {
    const init = {
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await bench.ask(`a text to ${path}`, method, path, init);
    if (answer.status === 200) accepted += 1;
    else bench.find(`a text to ${path} is refused: ${answer.body.slice(0, 200)}`);
  };
  const sendForm = async (
    path: string,
    parts: Parameters<typeof formBytes>[0],
    authorization: Record<string, string>,
  ) => {
    const { payload, headers } = formBytes(parts);
    const init = { headers: { ...headers, ...authorization }, body: new Uint8Array(payload) };
    const answer = await bench.ask(`a text to ${path}`, 'POST', path, init);
    if (answer.status === 200) accepted += 1;
    else bench.find(`a text to ${path} is refused: ${answer.body.slice(0, 200)}`);
  };
  const person = { fullName: text, email: email(), phone };
  await send('/api/misc/reservation-application', { ...person, partnerFullName: text });
  await send('/api/misc/partner-application', { ...person, clinicName: text, clinicPhone: phone });
  await send('/api/misc/contact-message', { ...person, message: text });
  await send('/api/partner/misc/report', { message: text }, bench.asPartner);
  await send(
    '/api/partner/account/details',
    { clinicName: text, instagram: text },
    bench.asPartner,
    'PUT',
  );
  await sendForm('/api/partner/misc/create-checkup', { file: image }, bench.asPartner);
  const partner = { ...fields, birthDate: day, email: email(), password: 'partner-password' };
  await send('/api/admin/partners', partner, bench.signed);
  await send(
    '/api/admin/labs',
    { title: text, partner: partnerId, startDate: day, endDate: day },
    bench.signed,
  );
  await sendForm(
    '/api/admin/clinics',
    { title: text, phone: text, instagram: text, location: text, image },
    bench.signed,
  );
  await sendForm('/api/admin/partnercards', { ...fields, image }, bench.signed);
  const fileId = randomUUID();
  const chunk = { chunk: { fileName: 'blob', bytes: someDicom() }, chunkNumber: '0', fileId };
  bench.acknowledged(fileId);
  await sendForm('/api/admin/checkups/upload-chunk', chunk, bench.signed);
  const xrayFiles = [{ fileId, fileName: `${MARK}"><img src=x onerror=${RUN}>.dcm` }];
  const checkup = {
    partner: partnerId,
    firstName: text,
    lastName: text,
    name: text,
    description: text,
  };
  await send('/api/admin/checkups', { ...checkup, xrayFiles }, bench.signed);
  await bench.staff.call('PATCH', `/api/admin/partner-stats/balance/${partnerId}`, {
    action: 'add',
    balance: 1,
  });
  await send('/api/partner/misc/demand-payment', {}, bench.asPartner);
  return accepted;
}

/** Signs in and opens the screens; returns how many showed a hostile text. */
async function screens(
  bench: TestBench,
  context: BrowserContext,
  signInPath: string,
  login: Readonly<Record<string, string>>,
  sections: readonly { path: string }[],
): Promise<number> {
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${bench.port}${signInPath}`);
  for (const [name, value] of Object.entries(login))
    await page.locator(`input[name=${name}]`).fill(value);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/dashboard');
  let shown = 0;
  for (const { path } of sections) shown += await visit(bench, page, path);
  return shown;
}

/** Opens one screen: no text may have become an element, a link or an action. */
async function visit(bench: TestBench, page: Page, path: string): Promise<number> {
  await page.goto(`http://127.0.0.1:${bench.port}${path}`, { waitUntil: 'networkidle' });
  // Scroll to load what appears on demand.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const marked = page.getByText(MARK).first();
  const isShown = await marked.waitFor({ timeout: 4_000 }).then(
    () => true,
    () => false,
  );
  const injected = await page.evaluate(() => {
    const odd =
      'img[src="x"], [onerror], [onload], iframe, svg[onload], math, a[href^="javascript" i]';
    const elements = [...document.querySelectorAll(odd)].map((each) =>
      each.outerHTML.slice(0, 200),
    );
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .map(({ href }) => href)
      .filter((href) => !/^(https?|mailto|tel|blob):/.test(href));
    return [...elements, ...links, ...(localStorage.getItem('ran') ? ['it ran'] : [])];
  });
  for (const each of injected) bench.find(`${path}: a text became an element: ${each}`);
  if (!isShown) bench.find(`${path}: the screen shows no hostile text: nothing was tested`);
  return isShown ? 1 : 0;
}
