import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { downloads } from '../../../api/imaging/downloads/downloads.ts';
import { hideWebGl } from '../../../testing/canvas.ts';
import { checkupOf, linkOf, listOf } from '../../../testing/checkups.ts';
import { openPortal, renderScreen, signedInAs } from '../../../testing/portal.tsx';
import { stubServer } from '../../../testing/server.ts';
import { DownloadTray } from '../../examinations/file-viewer/download-tray.tsx';
import { ResultScreen } from '../results/result-screen.tsx';
import { CheckupsScreen } from './checkups-screen.tsx';

const LIST = 'GET /api/partner/misc/checkups';
const PATH = '/api/partner/misc/checkups';
const ADDRESS = '/partner/dashboard/rentgen';

afterEach(() => {
  downloads.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a doctor sees name, examination, date, files and status of each X-ray', async () => {
  const file = linkOf('opg.dcm', 3 * 1024 * 1024);
  stubServer({ [LIST]: { body: listOf([checkupOf({ xrayFileLinks: [file] })]) } });
  renderScreen('partner', CheckupsScreen);
  const table = await screen.findByRole('table');
  const headers = within(table).getAllByRole('columnheader');
  expect(headers.map((header) => header.textContent)).toEqual([
    'Ad',
    'Müayinə',
    'Tarix',
    'Fayllar',
    'Status',
  ]);
  const [name, examination, date, files, status] = within(table).getAllByRole('cell');
  expect(name?.textContent).toBe('Nərgiz Quliyeva');
  expect(examination?.textContent).toBe('Panoram rentgen');
  expect(date?.textContent).toBe('19 noyabr 2026');
  expect(files?.textContent).toContain('opg.dcm');
  expect(files?.textContent).toContain('3 MB');
  expect(status?.textContent).toBe('Tamamlandı');
});

test.each([
  ['completed', 'Tamamlandı'],
  ['pending', 'Gözləyir'],
  ['cancelled', 'Ləğv edilib'],
  ['toString', 'Naməlum'],
])('the state %s is shown as %s', async (status, text) => {
  stubServer({ [LIST]: { body: listOf([{ ...checkupOf(), status: status as 'pending' }]) } });
  renderScreen('partner', CheckupsScreen);
  expect((await screen.findAllByRole('cell')).at(-1)?.textContent).toBe(text);
});

test('a pending examination with results is in progress, not waiting', async () => {
  const checkup = checkupOf({ status: 'pending', xrayFileLinks: [linkOf('opg.png')] });
  stubServer({ [LIST]: { body: listOf([checkup]) } });
  renderScreen('partner', CheckupsScreen);
  expect((await screen.findAllByRole('cell')).at(-1)?.textContent).toBe('Davam edir');
  // The filter names what it finds.
  expect(await screen.findByRole('option', { name: 'Gözləyir / Davam edir' })).toBeDefined();
});

test('a shipment without a patient name shows a dash and the day it came', async () => {
  const checkup = checkupOf({ firstName: '', lastName: '', startDate: null });
  stubServer({ [LIST]: { body: listOf([{ ...checkup, createdAt: '2026-11-19T21:00:00.000Z' }]) } });
  renderScreen('partner', CheckupsScreen);
  const [name, , date] = await screen.findAllByRole('cell');
  expect(name?.textContent).toBe('—');
  expect(date?.textContent).toBe('20 noyabr 2026');
});

test('an empty list shows the empty state', async () => {
  stubServer({ [LIST]: { body: listOf([]) } });
  renderScreen('partner', CheckupsScreen);
  expect(await screen.findByText('Hələ rentgen nəticəsi yoxdur')).toBeDefined();
});

test("a failed list shows the server's message or the default, and can be retried", async () => {
  const answers = [
    { status: 503, body: { code: 'unavailable', message: 'Server yenilənir', requestId: 'r' } },
    { status: 500, text: 'proxy' },
    { body: listOf([checkupOf()]) },
  ];
  stubServer({ [LIST]: () => answers.shift() ?? {} });
  renderScreen('partner', CheckupsScreen);
  expect(await screen.findByText('Server yenilənir')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Yenidən cəhd edin' }));
  expect(await screen.findByText('Məlumatları yükləmək mümkün olmadı')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Yenidən cəhd edin' }));
  expect(await screen.findByRole('table')).toBeDefined();
});

test('the list is refetched every 30 s, on focus and on reconnect', async () => {
  vi.useFakeTimers();
  const server = stubServer({ [LIST]: { body: listOf([checkupOf()]) } });
  renderScreen('partner', CheckupsScreen);
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await pass(1_000);
  expect(server.to(PATH)).toHaveLength(1);
  await pass(28_000);
  expect(server.to(PATH)).toHaveLength(1);
  await pass(1_100);
  expect(server.to(PATH)).toHaveLength(2);
  await pass(6_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await pass(10);
  expect(server.to(PATH)).toHaveLength(3);
  await pass(6_000);
  window.dispatchEvent(new Event('focus'));
  await pass(10);
  expect(server.to(PATH)).toHaveLength(4);
  await pass(6_000);
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await pass(10);
  expect(server.to(PATH)).toHaveLength(5);
});

test('the pager shows five pages around the current one and requests the selected page', async () => {
  const server = stubServer({
    [LIST]: ({ query }) => ({ body: listOf([checkupOf()], Number(query.get('page')), 120) }),
  });
  const router = renderScreen('partner', CheckupsScreen, '/?page=6');
  const pages = await screen.findByRole('navigation', { name: 'Səhifələr' });
  const numbers = within(pages)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => /^\d+$/.test(text ?? ''));
  expect(numbers).toEqual(['1', '4', '5', '6', '7', '8', '12']);
  await userEvent.click(within(pages).getByRole('button', { name: '7' }));
  await vi.waitFor(() => expect(server.to(PATH).at(-1)?.query.get('page')).toBe('7'));
  expect(server.to(PATH).at(-1)?.query.get('limit')).toBe('10');
  expect(router.state.location.search).toBe('?page=7');
});

test('a picture opens over the whole screen, from which it can be saved', async () => {
  const pictures = [linkOf('opg.jpg'), linkOf('scan.dcm'), linkOf('tooth.svg')];
  const start = vi.spyOn(downloads, 'start').mockResolvedValue();
  const { user } = openList(checkupOf({ xrayFileLinks: pictures }));
  await user.click(await screen.findByRole('button', { name: /^Aç: tooth\.svg/ }));
  const viewer = within(await screen.findByRole('main', { name: 'Şəkil baxışı' }));
  expect(viewer.getByRole('heading', { name: 'Nərgiz Quliyeva · Panoram rentgen' })).toBeDefined();
  expect(viewer.getByRole('combobox', { name: 'Şəkillər' })).toHaveProperty(
    'value',
    'id of tooth.svg',
  );
  await user.click(viewer.getAllByRole('button', { name: 'Yüklə' })[0] as HTMLElement);
  expect(start.mock.lastCall?.[0]).toMatchObject({ name: 'tooth.svg', size: 1000 });
  expect(screen.queryByRole('navigation', { name: 'Bölmələr' })).toBeNull();
});

test.each([
  ['Back', async ({ back }: OpenPortal) => back()],
  [
    'the close button',
    async ({ user }: OpenPortal) => user.click(screen.getByRole('button', { name: 'Bağla' })),
  ],
])('%s closes the picture and returns to the page of the list', async (_, leave) => {
  const checkup = checkupOf({ xrayFileLinks: [linkOf('opg.jpg')] });
  const portal = openList(checkup, '?page=6');
  await portal.user.click(await screen.findByRole('button', { name: /^Aç: opg\.jpg/ }));
  await screen.findByRole('main', { name: 'Şəkil baxışı' });
  expect(portal.where()).toBe(`${ADDRESS}/${checkup._id}/id of opg.jpg`);
  await leave(portal);
  expect(await screen.findByRole('button', { name: /^Aç: opg\.jpg/ })).toBeDefined();
  expect(screen.queryByRole('main', { name: 'Şəkil baxışı' })).toBeNull();
  expect(portal.where()).toBe(`${ADDRESS}?page=6`);
});

test('any other file is downloaded, and its progress is shown on the page', async () => {
  const file = linkOf('scan.dcm', 4_000_000);
  const server = stubServer({
    [LIST]: { body: listOf([checkupOf({ xrayFileLinks: [file] })]) },
    [`GET ${file.url}`]: () => new Promise(() => undefined),
  });
  renderScreen('partner', () => (
    <>
      <CheckupsScreen />
      <DownloadTray />
    </>
  ));
  await userEvent.click(await screen.findByRole('button', { name: /^Yüklə: scan\.dcm/ }));
  expect(await screen.findByRole('progressbar', { name: 'scan.dcm' })).toBeDefined();
  expect(screen.getByText('0 B / 3,8 MB')).toBeDefined();
  expect(server.to(file.url)).toHaveLength(1);
});

test("a failed download shows the server's message", async () => {
  const file = linkOf('scan.dcm');
  const gone = { status: 404, body: { code: 'not-found', message: '', requestId: 'r' } };
  stubServer({
    [LIST]: { body: listOf([checkupOf({ xrayFileLinks: [file] })]) },
    [`GET ${file.url}`]: gone,
  });
  vi.stubGlobal('open', () => null);
  renderScreen('partner', () => (
    <>
      <CheckupsScreen />
      <DownloadTray />
    </>
  ));
  await userEvent.click(await screen.findByRole('button', { name: /^Yüklə: scan\.dcm/ }));
  expect(await screen.findByText('Fayl yüklənə bilmədi')).toBeDefined();
  expect(screen.getByText('Xəta baş verdi')).toBeDefined();
});

test('a broken picture gives way to a placeholder', async () => {
  const file = linkOf('opg.jpg', 1000, '/preview');
  stubServer({
    [LIST]: { body: listOf([checkupOf({ xrayFileLinks: [file] })]) },
    'GET /preview': { text: 'no picture' },
  });
  renderScreen('partner', CheckupsScreen);
  const button = await screen.findByRole('button', { name: /^Aç: opg\.jpg/ });
  await waitFor(() => expect(button.querySelector('img')?.src).toBe('blob:made'));
  fireEvent.error(button.querySelector('img') as HTMLElement);
  expect(within(button).getByRole('img', { name: 'Şəkil göstərilə bilmir' })).toBeDefined();
});

test('a DICOM file with a preview opens in the viewer, and its line still downloads it', async () => {
  const dicomFile = linkOf('opg.dcm', 1000, '/drawn');
  const start = vi.spyOn(downloads, 'start').mockResolvedValue();
  const { user, server } = openList(checkupOf({ xrayFileLinks: [dicomFile] }));
  await user.click(await screen.findByRole('button', { name: /^Yüklə: opg\.dcm/ }));
  expect(start.mock.lastCall?.[0]).toMatchObject({ name: 'opg.dcm' });
  await user.click(screen.getByRole('button', { name: /^Bax: opg\.dcm/ }));
  const viewer = await screen.findByRole('main', { name: 'Şəkil baxışı' });
  await waitFor(() => expect(viewer.querySelector('img')?.src).toBe('blob:made'));
  // The list and the viewer show the same bytes.
  expect(server.to('/drawn')).toHaveLength(1);
});

test('a DICOM file that cannot be drawn is only downloaded', async () => {
  const other = linkOf('scan.dcm', 1000, undefined, { state: 'failed' });
  stubServer({ [LIST]: { body: listOf([checkupOf({ xrayFileLinks: [other] })]) } });
  renderScreen('partner', CheckupsScreen);
  const line = await screen.findByRole('button', { name: /^Yüklə: scan\.dcm/ });
  expect(line.textContent).toContain('Önbaxış hazırlana bilmədi. Faylı yükləyə bilərsiniz');
  expect(screen.queryByRole('button', { name: /^Bax/ })).toBeNull();
  expect(line.querySelector('img, [role=img]')).toBeNull();
});

test('a volume that is being prepared can be downloaded, and is described once it is there', async () => {
  const waiting = linkOf('CT.zip', 1000, undefined, { state: 'pending' });
  const volume = linkOf('CT.zip', 1000, '/drawn', {
    state: 'ready',
    kind: 'volume',
    modality: 'CT',
    width: 400,
    height: 400,
    frames: 400,
    spacing: [0.2, 0.2, 0.2],
    spacingKind: 'calibrated',
    acquiredOn: '2026-11-20',
  });
  const lists = [waiting, volume].map((file) => listOf([checkupOf({ xrayFileLinks: [file] })]));
  stubServer({ [LIST]: () => ({ body: lists.shift() ?? {} }), 'GET /drawn': { text: 'webp' } });
  renderScreen('partner', CheckupsScreen);
  const line = await screen.findByRole('button', { name: /^Yüklə: CT\.zip/ });
  expect(line.textContent).toContain('Şəkil hazırlanır');
  await userEvent.click(screen.getByRole('button', { name: 'Yenilə' }));
  const ready = await screen.findByRole('button', { name: /^Bax: CT\.zip/ });
  expect(ready.textContent).toContain('KLKT · 400 × 400 × 400 · 0,2 mm · 20.11.2026');
  expect(screen.queryByText('Şəkil hazırlanır')).toBeNull();
  expect(screen.getByRole('button', { name: 'Yüklə: CT.zip' })).toBeDefined();
});

test('slices are listed by their numbers, folded again, and downloaded together as one ZIP', async () => {
  const links = ['I100.dcm', 'I10.dcm', 'I9.dcm', 'I1.dcm'].map((name) => linkOf(name));
  stubServer({ [LIST]: { body: listOf([checkupOf({ xrayFileLinks: links })]) } });
  const start = vi.spyOn(downloads, 'startZip').mockResolvedValue();
  renderScreen('partner', CheckupsScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Bütün faylları göstər (4)' }));
  const names = () => screen.getAllByText(/^I\d+\.dcm$/).map(({ textContent }) => textContent);
  expect(names()).toEqual(['I1.dcm', 'I9.dcm', 'I10.dcm', 'I100.dcm']);
  await userEvent.click(screen.getByRole('button', { name: 'Faylları yığ' }));
  expect(names()).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'Hamısını ZIP kimi yüklə' }));
  const request = start.mock.lastCall?.[0];
  expect(request?.name).toBe('Nərgiz Quliyeva 19 noyabr 2026.zip');
  expect(request?.entries.map(({ name }) => name)).toEqual(names().concat('I100.dcm'));
});

test('the description and a written opinion are read in place', async () => {
  const opinion = { ...linkOf('rəy.txt'), contentType: 'text/plain; charset=utf-8' };
  const description = '36 nömrəli dişdə dəyişiklik var.';
  stubServer({
    [LIST]: { body: listOf([checkupOf({ description, xrayFileLinks: [opinion] })]) },
    [`GET ${encodeURI(opinion.url)}`]: { text: 'Kista yoxdur.\n<b>mətn</b>' },
  });
  renderScreen('partner', CheckupsScreen);
  expect(await screen.findByText(description)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /^Oxu: rəy\.txt/ }));
  const dialog = await screen.findByRole('dialog', { name: 'rəy.txt' });
  expect((await within(dialog).findByText(/Kista yoxdur/)).textContent).toContain('<b>mətn</b>');
});

test('an examination of many files shows three and all on request', async () => {
  const links = Array.from({ length: 9 }, (_, index) => linkOf(`slice-${index}.dcm`));
  stubServer({ [LIST]: { body: listOf([checkupOf({ xrayFileLinks: links })]) } });
  renderScreen('partner', CheckupsScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Bütün faylları göstər (9)' }));
  expect(screen.getAllByRole('button', { name: /^Yüklə: slice/ })).toHaveLength(9);
});

test('on a phone each X-ray is a card with its state in sight', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const links = [linkOf('opg.jpg'), linkOf('scan.dcm')];
  stubServer({ [LIST]: { body: listOf([checkupOf({ xrayFileLinks: links })]) } });
  renderScreen('partner', CheckupsScreen);
  const card = await screen.findByRole('cell');
  expect(within(card).getByRole('heading', { name: 'Nərgiz Quliyeva' })).toBeDefined();
  expect(within(card).getByText('Tamamlandı')).toBeDefined();
  expect(within(card).getByText('Panoram rentgen · 19 noyabr 2026')).toBeDefined();
  expect(within(card).getByRole('button', { name: /^Aç: opg\.jpg/ })).toBeDefined();
  expect(within(card).getByRole('button', { name: /^Yüklə: scan\.dcm/ })).toBeDefined();
});

test('on a phone a picture that is being prepared has its place, and the file its download', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const waiting = linkOf('opg.dcm', 1000, undefined, { state: 'pending' });
  stubServer({ [LIST]: { body: listOf([checkupOf({ xrayFileLinks: [waiting] })]) } });
  renderScreen('partner', CheckupsScreen);
  const card = await screen.findByRole('cell');
  expect(within(card).getAllByText('Şəkil hazırlanır')).toHaveLength(2);
  expect(within(card).queryByRole('button', { name: /^Bax/ })).toBeNull();
  expect(within(card).getByRole('button', { name: /^Yüklə: opg\.dcm/ })).toBeDefined();
});

test('on a phone the X-ray of an examined shipment is large, and the own slip is a line', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const checkup = checkupOf({
    xrayFileLinks: [linkOf('opg.jpg')],
    fileLinks: [linkOf('resept.png')],
  });
  stubServer({ [LIST]: { body: listOf([checkup]) } });
  renderScreen('partner', CheckupsScreen);
  const card = await screen.findByRole('cell');
  const [pictures, lines] = within(card).getAllByRole('list');
  expect(pictures?.textContent).toContain('opg.jpg');
  expect(pictures?.textContent).not.toContain('resept.png');
  expect(lines?.textContent).toContain('resept.png');
});

test('a shipment that waits is taken back after a question; a result never', async () => {
  const shipment = checkupOf({ name: 'Göndəriş', status: 'pending', fileLinks: [linkOf('a.png')] });
  const result = checkupOf({ xrayFileLinks: [linkOf('opg.png')] });
  const lists = [listOf([shipment, result])];
  const server = stubServer({
    [LIST]: () => ({ body: lists.shift() ?? listOf([result]) }),
    [`DELETE ${PATH}/${shipment._id}`]: { body: { message: 'ok' } },
  });
  renderScreen('partner', CheckupsScreen);
  const withdraw = await screen.findByRole('button', { name: 'Geri götür' });
  await userEvent.click(withdraw);
  const question = await screen.findByRole('alertdialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Ləğv et' }));
  expect(server.to(`${PATH}/${shipment._id}`)).toEqual([]);
  await userEvent.click(withdraw);
  const again = await screen.findByRole('alertdialog');
  await userEvent.click(within(again).getByRole('button', { name: 'Geri götür' }));
  expect(await screen.findByText('Göndəriş geri götürüldü')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Geri götür' })).toBeNull());
});

type OpenPortal = ReturnType<typeof openPortal>;

/** Opens the list of one checkup at its address, from which the viewer opens. */
function openList(checkup: Checkup, query = '') {
  hideWebGl();
  const server = stubServer({
    'GET /api/partner/account': { body: { partner: { firstName: 'Aygün' } } },
    [LIST]: ({ query }) => ({ body: listOf([checkup], Number(query.get('page')), 120) }),
    'GET /drawn': { text: 'webp' },
  });
  signedInAs('partner');
  return { server, ...openPortal(ADDRESS + query) };
}

test('search and filters are applied at once, are in the address, and can be cleared', async () => {
  const server = stubServer({
    [LIST]: ({ query }) => ({ body: listOf(query.get('status') ? [] : [checkupOf()]) }),
    'GET /api/partner/results/unseen': { body: { count: 2, checkups: [] } },
  });
  const router = renderScreen('partner', CheckupsScreen, '/?page=2');
  const last = () => server.to(PATH).at(-1)?.query.toString();
  await userEvent.type(await screen.findByRole('searchbox'), 'sukur{Enter}');
  await waitFor(() => expect(last()).toBe('page=1&limit=10&name=sukur'));
  // Only the field has a button that clears it: there is no filter yet.
  expect(await screen.findByRole('button', { name: 'Təmizlə' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Filtrləri təmizlə' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Yalnız yeni 2' }));
  await waitFor(() => expect(last()).toBe('page=1&limit=10&name=sukur&unseen=true'));
  await userEvent.selectOptions(screen.getByLabelText('Vəziyyət'), 'pending');
  expect(await screen.findByText('Axtarışa uyğun nəticə tapılmadı')).toBeDefined();
  expect(router.state.location.search).toBe('?name=sukur&unseen=true&status=pending');
  await userEvent.click(screen.getByRole('button', { name: 'Filtrləri təmizlə' }));
  expect(await screen.findByText('Nərgiz Quliyeva')).toBeDefined();
  expect(router.state.location.search).toBe('');
});

test('a usual period is one choice away; any days are applied once they are complete', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T21:00:00Z'), toFake: ['Date'] });
  const server = stubServer({ [LIST]: { body: listOf([checkupOf()]) } });
  renderScreen('partner', CheckupsScreen);
  const last = () => server.to(PATH).at(-1)?.query.toString();
  await userEvent.selectOptions(await screen.findByLabelText('Dövr'), 'Son 7 gün');
  await waitFor(() => expect(last()).toBe('page=1&limit=10&from=2026-11-15'));
  await userEvent.selectOptions(screen.getByLabelText('Dövr'), 'Günləri seçin');
  const sent = server.to(PATH).length;
  await userEvent.type(screen.getByLabelText('Son'), '20.11.20');
  await userEvent.tab();
  expect(screen.getByText('Tarix belə yazılır: 20.11.2026')).toBeDefined();
  expect(server.to(PATH)).toHaveLength(sent);
  await userEvent.type(screen.getByLabelText('Son'), '26');
  await waitFor(() => expect(last()).toBe('page=1&limit=10&from=2026-11-15&to=2026-11-20'));
});

test('a month in which results became ready is a filter that can be removed', async () => {
  const server = stubServer({ [LIST]: { body: listOf([checkupOf()]) } });
  const router = renderScreen('partner', CheckupsScreen, '/?ready=2026-10');
  const last = () => server.to(PATH).at(-1)?.query.toString();
  const filter = await screen.findByLabelText('Hazır olduğu vaxt');
  await waitFor(() => expect(last()).toBe('page=1&limit=10&ready=2026-10'));
  expect(filter.textContent).toContain('Hazır olub: Oktyabr 2026');
  await userEvent.selectOptions(filter, 'Bütün tarixlər');
  await waitFor(() => expect(last()).toBe('page=1&limit=10'));
  expect(router.state.location.search).toBe('');
  expect(screen.getByLabelText('Dövr')).toBeDefined();
});

test('a result that was deleted says so inside the partner area, with the way to all results', async () => {
  stubServer({});
  renderScreen('partner', ResultScreen);
  expect(await screen.findByText('Bu müayinə silinib və ya sizə aid deyil.')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Rentgen' });
  expect(link.getAttribute('href')).toBe(ADDRESS);
});
