import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import type { Question } from '@deqiq/contract/reports/questions.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hideWebGl } from '../../../testing/canvas.ts';
import { checkupOf, linkOf } from '../../../testing/checkups.ts';
import { openPortal, signedInAs } from '../../../testing/portal.tsx';
import { contentOf, questionOf, signedOf } from '../../../testing/reports.ts';
import { type Received, type Reply, stubServer } from '../../../testing/server.ts';
import type { Unsent } from '../../examinations/questions/outbox.ts';
import { savePhoto } from '../../examinations/questions/photos.ts';
import { writeStored } from '../../shell/stored/stored-drafts.ts';

const opg = { ...linkOf('opg.png'), id: 'f1' };
const QUESTIONS = '/api/partner/checkups/c1/questions';

type Options = {
  report?: DiagnosticReport | null;
  earlier?: DiagnosticReport[];
  questions?: Question[];
  /** Left by an earlier visit of this tab. */
  unsent?: Unsent[];
  routes?: Record<string, Reply | ((request: Received) => Reply | Promise<Reply>)>;
};

function openResult({ report = null, earlier = [], questions = [], unsent, routes = {} }: Options) {
  hideWebGl();
  const server = stubServer({
    'GET /api/partner/checkups/c1': {
      body: { checkup: checkupOf({ _id: 'c1', xrayFileLinks: [opg] }) },
    },
    'POST /api/partner/checkups/c1/opened': { body: { count: 0, checkups: [] } },
    'GET /api/partner/results/unseen': { body: { count: 0, checkups: [] } },
    'GET /api/partner/checkups/c1/diagnostic-report': { body: { report, earlier } },
    [`GET ${QUESTIONS}`]: { body: { questions } },
    ...routes,
  });
  signedInAs('partner');
  if (unsent) writeStored('questions:partner:c1', { unsent });
  return { server, ...openPortal('/partner/dashboard/rentgen/c1') };
}

const findReport = async () => within(await screen.findByRole('region', { name: 'Rentgen rəyi' }));
const findQuestions = async () => within(await screen.findByRole('region', { name: 'Suallar' }));

const caries = contentOf({
  conclusion: '36-cı dişdə dərin karies.',
  recommendation: 'Endodontik müalicə.',
  teeth: {
    36: [{ finding: 'caries', surfaces: ['mesial', 'occlusal'], note: 'dərin' }],
    48: [{ finding: 'impacted' }],
  },
  findings: [{ section: 'sinuses', text: 'Aydındır' }],
  keyImages: [{ file: 'f1', view: { quarterTurns: 1 }, caption: 'Diş 36' }],
});

test('a doctor reads the conclusion first, then findings by tooth in words, and who signed', async () => {
  openResult({ report: signedOf({ content: caries }) });
  const report = await findReport();
  const headings = report.getAllByRole('heading', { level: 3 }).map((one) => one.textContent);
  expect(headings).toEqual([
    'Nəticə',
    'Tövsiyə',
    'Dişlər üzrə tapıntılar',
    'Əsas şəkillər',
    'Üst çənə sinusları',
  ]);
  expect(report.getAllByRole('listitem')[0]?.textContent).toBe(
    '36Karies (mezial, okklüzion): dərin',
  );
  expect(report.getByText(/İmzaladı: Rəşad Quliyev, radioloq, 20\.11\.2026 13:30/)).toBeDefined();
});

test('a press on a tooth opens the key image that names it, as it was saved', async () => {
  const { user, where } = openResult({ report: signedOf({ content: caries }) });
  await user.click((await findReport()).getByRole('button', { name: 'Diş 36: şəkildə göstər' }));
  await waitFor(() => expect(where()).toBe('/partner/dashboard/rentgen/c1/f1'));
  await screen.findByRole('main', { name: 'Şəkil baxışı' });
});

test('a withdrawn report says so and why, and is open while no other one replaces it', async () => {
  const by = { name: 'Rəşad Quliyev', title: 'radioloq' };
  const withdrawal = { reason: 'Yanlış pasiyent', at: '2026-11-21T09:00:00.000Z', by };
  openResult({ earlier: [signedOf({ state: 'withdrawn', withdrawal })] });
  const report = await findReport();
  expect(report.getByText('Səbəb: Yanlış pasiyent')).toBeDefined();
  expect(report.getByText('Rentgen rəyi hələ yazılmayıb')).toBeDefined();
  expect(document.querySelector('details')?.open).toBe(true);
});

test('the PDF is named after the day in Baku on which the report was signed', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  URL.createObjectURL = () => 'blob:report';
  const { user } = openResult({
    report: signedOf({ signedAt: '2026-11-20T20:30:00.000Z' }),
    routes: { 'GET /api/partner/diagnostic-reports/*/pdf': { text: '%PDF' } },
  });
  await user.click((await findReport()).getByRole('button', { name: 'PDF yüklə' }));
  await waitFor(() => expect(click).toHaveBeenCalled());
  const [link] = click.mock.contexts as HTMLAnchorElement[];
  expect(link?.download).toBe('rentgen-reyi-2026-11-21.pdf');
});

test('an addendum is shown with its author', async () => {
  const author = { name: 'Leyla Həsənova', title: '' };
  const addenda = [
    { text: 'Sol tərəf düzəldildi', author, at: '2026-11-21T09:00:00Z', sha256: 'x' },
  ];
  openResult({ report: signedOf({ addenda }) });
  expect((await findReport()).getByText('Sol tərəf düzəldildi')).toBeDefined();
});

test('a question appears at once, and is marked as open until it is answered', async () => {
  const sent = questionOf({ text: 'Varmı?' });
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const { user, server } = openResult({ routes: { [`POST ${QUESTIONS}`]: () => promise } });
  const questions = await findQuestions();
  await user.type(questions.getByRole('textbox'), 'Varmı?');
  await user.click(questions.getByRole('button', { name: 'Göndər' }));
  expect(questions.getByText('Göndərilir…')).toBeDefined();
  resolve({ body: { question: sent, message: '' } });
  expect(await questions.findByText('Cavab gözləyir')).toBeDefined();
  const [post] = server.to(QUESTIONS).filter(({ method }) => method === 'POST');
  expect(Object.fromEntries(post?.body as FormData)).toEqual({
    text: 'Varmı?',
    report: '',
    file: '',
    point: '',
  });
});

test('a question that finds no server stays, and is sent once when the first attempt had arrived', async () => {
  const sent = questionOf({ text: 'Varmı?' });
  let isStored = false;
  const { user, server } = openResult({
    routes: {
      [`GET ${QUESTIONS}`]: () => ({ body: { questions: isStored ? [sent] : [] } }),
      // The question arrives, its answer does not.
      [`POST ${QUESTIONS}`]: () => {
        isStored = true;
        throw new TypeError('connection lost');
      },
    },
  });
  const questions = await findQuestions();
  await user.type(questions.getByRole('textbox'), 'Varmı?');
  await user.click(questions.getByRole('button', { name: 'Göndər' }));
  await user.click(await questions.findByRole('button', { name: 'Yenidən göndər' }));
  await questions.findByText('Cavab gözləyir');
  await waitFor(() => expect(questions.getAllByText('Varmı?')).toHaveLength(1));
  expect(server.to(QUESTIONS).filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.each([429, 503])('after a %i a question is sent again by itself', async (status) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const question = questionOf({ text: 'Varmı?' });
  const busy = {
    status,
    body: { code: 'unavailable', message: 'Server məşğuldur', requestId: 'r' },
  };
  let isBusy = true;
  let isStored = false;
  const { user, server } = openResult({
    routes: {
      [`GET ${QUESTIONS}`]: () => ({ body: { questions: isStored ? [question] : [] } }),
      [`POST ${QUESTIONS}`]: () => {
        if (isBusy) return busy;
        isStored = true;
        return { body: { question, message: '' } };
      },
    },
  });
  const questions = await findQuestions();
  await user.type(questions.getByRole('textbox'), 'Varmı?');
  await user.click(questions.getByRole('button', { name: 'Göndər' }));
  expect(await questions.findByText('Server məşğuldur')).toBeDefined();
  await vi.advanceTimersByTimeAsync(60_000);
  const posts = () => server.to(QUESTIONS).filter(({ method }) => method === 'POST').length;
  expect(posts()).toBeLessThan(10);
  isBusy = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await questions.findByText('Cavab gözləyir')).toBeDefined();
  vi.useRealTimers();
});

test('a refused question can be taken back into the field; a draft survives another visit', async () => {
  const refused = { status: 409, body: { code: 'conflict', message: 'Çoxdur', requestId: 'r' } };
  const { user } = openResult({ routes: { [`POST ${QUESTIONS}`]: refused } });
  const questions = await findQuestions();
  await user.type(questions.getByRole('textbox'), 'Birinci');
  await user.click(questions.getByRole('button', { name: 'Göndər' }));
  expect(await questions.findByText('Çoxdur')).toBeDefined();
  await user.click(questions.getByRole('button', { name: 'Mətnə qayıt' }));
  expect(questions.getByRole('textbox')).toHaveProperty('value', 'Birinci');
  expect(sessionStorage.getItem('unsent:questions:partner:c1')).toContain('Birinci');
});

test('a photo is sent with the question, and comes back into the field with its text', async () => {
  const refused = { status: 409, body: { code: 'conflict', message: 'Çoxdur', requestId: 'r' } };
  const photo = { ...linkOf('dis.png'), id: 'p1' };
  const question = questionOf({ text: 'Bu nədir?', photo });
  let isStored = false;
  const sent: unknown[] = [];
  const { user } = openResult({
    routes: {
      [`GET ${QUESTIONS}`]: () => ({ body: { questions: isStored ? [question] : [] } }),
      [`POST ${QUESTIONS}`]: ({ body }) => {
        sent.push(body);
        if (sent.length === 1) return refused;
        isStored = true;
        return { body: { question, message: '' } };
      },
    },
  });
  const questions = await findQuestions();
  const choose = questions.getByLabelText('Foto əlavə et', { selector: 'input' });
  await user.upload(choose, new File(['x'], 'dis.txt', { type: 'image/png' }));
  expect(questions.getByRole('alert').textContent).toContain('yalnız bir foto');
  await user.upload(choose, new File(['x'], 'dis.png', { type: 'image/png' }));
  await user.type(questions.getByRole('textbox'), 'Bu nədir?');
  await user.click(questions.getByRole('button', { name: 'Göndər' }));
  await user.click(await questions.findByRole('button', { name: 'Mətnə qayıt' }));
  expect(questions.getByRole('button', { name: 'dis.png: sil' })).toBeDefined();
  await user.click(questions.getByRole('button', { name: 'Göndər' }));
  await user.click(await questions.findByRole('button', { name: 'dis.png: böyüt' }));
  expect(await screen.findByRole('dialog', { name: 'dis.png' })).toBeDefined();
  for (const body of sent) {
    expect(body).toBeInstanceOf(FormData);
    expect(((body as FormData).get('photo') as File).name).toBe('dis.png');
  }
});

const unsentOf = (change: Partial<Unsent>): Unsent => ({
  key: 'u1',
  text: 'Bu nədir?',
  report: null,
  pin: null,
  photo: { key: 'p1', name: 'dis.png' },
  former: [],
  state: 'waiting',
  message: '',
  ...change,
});

/** Answers each question as stored; returns what was posted. */
function storeQuestions() {
  const posts: FormData[] = [];
  const question = questionOf({ text: 'Bu nədir?' });
  const routes = {
    [`GET ${QUESTIONS}`]: () => ({ body: { questions: posts.length > 0 ? [question] : [] } }),
    [`POST ${QUESTIONS}`]: ({ body }: Received) => {
      posts.push(body as FormData);
      return { body: { question, message: '' } };
    },
  };
  return { posts, routes };
}

test('a question whose photo this browser has lost waits for a decision of its author', async () => {
  const { posts, routes } = storeQuestions();
  const { user } = openResult({ unsent: [unsentOf({})], routes });
  const questions = await findQuestions();
  await questions.findByText('Foto bu brauzerdə tapılmadı. Sualı necə göndərək?');
  expect(sessionStorage.getItem('unsent:questions:partner:c1')).toContain('dis.png');
  expect(posts).toHaveLength(0);
  await user.click(questions.getByRole('button', { name: 'Fotosuz göndər' }));
  await questions.findByText('Cavab gözləyir');
  expect(posts.map((post) => post.get('photo'))).toEqual([null]);
});

test.each([
  ['its photo was lost', true],
  ['the server refused it', false],
])('after a reload a question is not sent by itself when %s', async (_, isLost) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { posts, routes } = storeQuestions();
  const key = isLost ? 'p1' : savePhoto(new File(['x'], 'dis.png', { type: 'image/png' }));
  const unsent = unsentOf({ state: 'refused', photo: { key, name: 'dis.png', isLost } });
  openResult({ unsent: [unsent], routes });
  const questions = await findQuestions();
  await questions.findByText('Göndərilmədi');
  await vi.advanceTimersByTimeAsync(90_000);
  expect(posts).toHaveLength(0);
  expect(questions.getByRole('button', { name: 'Fotosuz göndər' })).toBeDefined();
  vi.useRealTimers();
});

test('a refused question that was deleted comes back with its photo', async () => {
  const { posts, routes } = storeQuestions();
  const key = savePhoto(new File(['x'], 'dis.png', { type: 'image/png' }));
  const unsent = [
    unsentOf({ state: 'refused', photo: { key, name: 'dis.png' } }),
    unsentOf({ key: 'u2', text: 'İkinci', state: 'refused', photo: null }),
  ];
  const { user } = openResult({ unsent, routes });
  const questions = await findQuestions();
  const [first] = await questions.findAllByRole('button', { name: 'Sil' });
  if (first) await user.click(first);
  expect(questions.queryByText('Bu nədir?')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Geri qaytar' }));
  await questions.findByText('Bu nədir?');
  expect(questions.getAllByText(/^(Bu nədir\?|İkinci)$/)[0]?.textContent).toBe('Bu nədir?');
  const [again] = questions.getAllByRole('button', { name: 'Yenidən göndər' });
  if (again) await user.click(again);
  await waitFor(() =>
    expect(posts.map((post) => (post.get('photo') as File).name)).toEqual(['dis.png']),
  );
});

test('a lost photo is added again, or the question is deleted', async () => {
  const { posts, routes } = storeQuestions();
  const photo = { key: 'p1', name: 'dis.png', isLost: true };
  const unsent = [
    unsentOf({ state: 'refused', photo }),
    unsentOf({ key: 'u2', text: 'Silinən', state: 'refused', photo }),
  ];
  const { user } = openResult({ unsent, routes });
  const questions = await findQuestions();
  await questions.findByText('Silinən');
  const [, last] = questions.getAllByRole('button', { name: 'Sil' });
  if (last) await user.click(last);
  expect(questions.queryByText('Silinən')).toBeNull();
  const input = questions.getByLabelText('Fotonu yenidən əlavə et', { selector: 'input' });
  await user.upload(input, new File(['x'], 'yeni.png', { type: 'image/png' }));
  await questions.findByText('Cavab gözləyir');
  expect(posts.map((post) => (post.get('photo') as File).name)).toEqual(['yeni.png']);
});

test('the focus stays at the photo of a question when it is added and removed', async () => {
  const { user } = openResult({});
  const questions = await findQuestions();
  const choose = questions.getByLabelText('Foto əlavə et', { selector: 'input' });
  await user.upload(choose, new File(['x'], 'dis.png', { type: 'image/png' }));
  const remove = questions.getByRole('button', { name: 'dis.png: sil' });
  expect(document.activeElement).toBe(remove);
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(questions.getByRole('button', { name: 'Foto əlavə et' }));
});

test('an answer of the radiologist appears by itself, marked as new', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answer = questionOf({
    text: 'Yoxdur',
    author: { role: 'staff', name: 'Rəşad Quliyev' },
    readAt: new Date().toISOString(),
  });
  let questions: Question[] = [];
  openResult({ routes: { [`GET ${QUESTIONS}`]: () => ({ body: { questions } }) } });
  const list = await findQuestions();
  await list.findByText('Hələ sual yoxdur.');
  questions = [answer];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await list.findByText('Yoxdur')).toBeDefined();
  expect(list.getByText('Yeni')).toBeDefined();
  vi.useRealTimers();
});
