import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { downloads } from '../../../api/imaging/downloads/downloads.ts';
import { hideWebGl } from '../../../testing/canvas.ts';
import { checkupOf, linkOf } from '../../../testing/checkups.ts';
import { openPortal, signedInAs } from '../../../testing/portal.tsx';
import { stubServer } from '../../../testing/server.ts';
import { preloadViewer } from './open-viewer.ts';

const CHECKUP = 'GET /api/partner/checkups/c1';
const NO_WEBGL = 'Bu brauzer ölçmə və kəsikləri göstərə bilmir. Önbaxış göstərilir';

afterEach(() => {
  downloads.clear();
  vi.restoreAllMocks();
});

const opg = linkOf('opg.dcm', 2000, '/drawn', {
  state: 'ready',
  kind: 'image',
  modality: 'PX',
  width: 600,
  height: 300,
  url: '/derived/',
  acquiredOn: '2026-11-20',
});

/** Opens the address of a file, like a link in a message. */
function openFile(file: string, routes: Parameters<typeof stubServer>[0], role: Role = 'partner') {
  hideWebGl();
  const server = stubServer({ 'GET /drawn': { text: 'webp' }, ...routes });
  signedInAs(role);
  const parent = role === 'admin' ? '/admin/dashboard/checkups' : '/partner/dashboard/rentgen';
  return { server, ...openPortal(`${parent}/c1/id of ${file}`) };
}

/** A server with one checkup of these files. */
const serving = (...xrayFileLinks: FileLink[]) => ({
  [CHECKUP]: { body: { checkup: checkupOf({ _id: 'c1', xrayFileLinks }) } },
});

const findViewer = async () =>
  within(await screen.findByRole('main', { name: 'Şəkil baxışı' }, { timeout: 10_000 }));

test('without WebGL the viewer shows the preview, says why, and offers the download', async () => {
  const start = vi.spyOn(downloads, 'start').mockResolvedValue();
  const { server, user } = openFile('opg.dcm', serving(opg));
  const viewer = await findViewer();
  expect((await viewer.findByRole('status')).textContent).toBe(NO_WEBGL);
  expect(viewer.getByText('opg.dcm · Panoramik · 600 × 300 · 20.11.2026')).toBeDefined();
  const main = screen.getByRole('main');
  await waitFor(() => expect(main.querySelector('img')?.src).toBe('blob:made'));
  expect(server.to('/drawn')).toHaveLength(1);
  for (const button of viewer.getAllByRole('button', { name: 'Yüklə' })) {
    await user.click(button);
    expect(start.mock.lastCall?.[0]).toMatchObject({ id: 'c1/opg.dcm', size: 2000 });
  }
  expect(start).toHaveBeenCalledTimes(2);
  expect(document.title).toBe('opg.dcm · Dəqiq Diaqnostika');
});

test('a photo without a preview shows itself where there is no WebGL', async () => {
  openFile('üz.jpg', serving(linkOf('üz.jpg', 2000)));
  const viewer = await findViewer();
  expect((await viewer.findByRole('status')).textContent).toBe(NO_WEBGL);
  expect(screen.getByRole('main').querySelector('img')?.src).toMatch(/\/üz\.jpg$|%C3%BCz\.jpg/);
  expect(viewer.getAllByRole('button', { name: 'Yüklə' })).toHaveLength(2);
});

test.each([
  ['pending', 'Şəkil hazırlanır'],
  ['failed', 'Bu faylın şəkli yoxdur. Faylı yükləyə bilərsiniz'],
] as const)('a file whose picture is %s says so, and can be downloaded', async (state, text) => {
  const preview = state === 'failed' ? '/drawn' : undefined;
  const { user } = openFile('ct.zip', serving(linkOf('ct.zip', 9, preview, { state })));
  const start = vi.spyOn(downloads, 'start').mockResolvedValue();
  const viewer = await findViewer();
  expect((await viewer.findByRole('status')).textContent).toBe(text);
  await user.click(viewer.getAllByRole('button', { name: 'Yüklə' })[1] as HTMLElement);
  expect(start.mock.lastCall?.[0]).toMatchObject({ name: 'ct.zip' });
});

test("another partner's examination is a page that does not exist", async () => {
  const gone = { status: 404, body: { code: 'not-found', message: 'yox', requestId: 'r' } };
  const { server } = openFile('opg.dcm', { [CHECKUP]: gone });
  expect(await screen.findByRole('heading', { name: 'Səhifə tapılmadı' })).toBeDefined();
  expect(screen.queryByRole('main', { name: 'Şəkil baxışı' })).toBeNull();
  expect(server.to('/api/partner/checkups/c1/earlier')).toEqual([]);
});

test('a failed request is shown, and can be made again', async () => {
  const failed = {
    status: 503,
    body: { code: 'busy', message: 'Server yenilənir', requestId: 'r' },
  };
  const answers = [failed, serving(opg)[CHECKUP]];
  const { user } = openFile('opg.dcm', { [CHECKUP]: () => answers.shift() ?? {} });
  expect(await screen.findByText('Server yenilənir')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Yenidən cəhd edin' }));
  expect((await findViewer()).getByText(/^opg\.dcm/)).toBeDefined();
});

test('the other files of the examination are chosen in place, in the order of their numbers', async () => {
  const files = ['I10.png', 'I9.png'].map((name) => linkOf(name));
  const { user, where, back } = openFile('I10.png', serving(opg, ...files));
  const viewer = await findViewer();
  const select = viewer.getByRole('combobox', { name: 'Şəkillər' });
  const options = within(select).getAllByRole('option');
  // Differences come first: a phone cuts long names off.
  expect(options.map(({ textContent }) => textContent)).toEqual([
    '1 / 3 · PNG 1 · I9.png',
    '2 / 3 · PNG 2 · I10.png',
    '3 / 3 · Panoramik · 20.11.2026 · opg.dcm',
  ]);
  expect(select).toHaveProperty('value', 'id of I10.png');
  await user.selectOptions(select, 'id of opg.dcm');
  await waitFor(() => expect(where()).toBe('/partner/dashboard/rentgen/c1/id of opg.dcm'));
  await waitFor(() => expect(select).toHaveProperty('value', 'id of opg.dcm'));
  // A file replaces the other one: Close leaves the viewer in one step, to the list.
  await user.click(viewer.getByRole('button', { name: 'Bağla' }));
  await waitFor(() => expect(where()).toBe('/partner/dashboard/rentgen'));
  await back();
  expect(where()).toBe('/partner/dashboard/rentgen');
});

test('every picture of an archive has one name, which names its kind, number and day once', async () => {
  const others = [
    { kind: 'volume' as const, modality: 'CT', spacing: [0.2, 0.2, 0.2], acquiredOn: '2026-11-20' },
    { kind: 'image' as const, modality: 'PX' },
  ];
  const archive = { ...opg, name: 'export.zip', imaging: { ...opg.imaging, others } };
  openFile('opg.dcm', serving(archive));
  const select = (await findViewer()).getByRole('combobox', { name: 'Şəkillər' });
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '1 / 3 · Panoramik 1 · 20.11.2026 · export.zip',
    '2 / 3 · KLKT · 20.11.2026 · export.zip',
    '3 / 3 · Panoramik 2 · export.zip',
  ]);
});

test('a doctor shares an examination with a result from the viewer', async () => {
  const { user } = openFile('opg.dcm', serving(opg));
  const viewer = await findViewer();
  await user.click(viewer.getByRole('button', { name: 'Paylaş' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Keçid yarat' })).toBeDefined();
});

test('the privacy button hides the names of patient and files, and shows them again', async () => {
  const { user } = openFile('opg.dcm', serving(opg, linkOf('Quliyeva Nərgiz.png')));
  const viewer = await findViewer();
  expect(viewer.getByRole('heading').textContent).toBe('Nərgiz Quliyeva · Panoram rentgen');
  await user.click(viewer.getByRole('button', { name: 'Adları gizlət' }));
  expect(viewer.getByRole('heading').textContent).toBe('Şəkil baxışı');
  expect(document.body.textContent).not.toMatch(/Quliyeva|opg\.dcm/);
  expect(viewer.getByRole('option', { name: '2 / 2' })).toBeDefined();
  await user.click(viewer.getByRole('button', { name: 'Adları göstər' }));
  expect(viewer.getByRole('heading').textContent).toContain('Quliyeva');
});

test('staff have the same viewer at an address of their own, in Azerbaijani', async () => {
  const { user, where } = openFile(
    'opg.dcm',
    { 'GET /api/admin/checkups/c1': serving(opg)[CHECKUP] },
    'admin',
  );
  const viewer = await findViewer();
  expect((await viewer.findByRole('status')).textContent).toBe(NO_WEBGL);
  await user.click(viewer.getByRole('button', { name: 'Bağla' }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/checkups'));
});

test('a pointer over a file requests its metadata once; a photo has none', async () => {
  const pending = () => new Promise<never>(() => undefined);
  const server = stubServer({ 'GET /derived/meta': pending, 'GET /derived/l2': pending });
  preloadViewer({ ...opg, name: 'opg.png', imaging: { ...opg.imaging, url: '/photo/' } });
  preloadViewer(opg);
  preloadViewer(opg);
  await waitFor(() => expect(server.to('/derived/meta')).toHaveLength(1));
  expect(server.to('/derived/l2')).toHaveLength(1);
  expect(server.to('/photo/meta')).toEqual([]);
  const { forgetPreloaded } = await import('../../../viewer/pixels/loading/open-picture.ts');
  forgetPreloaded();
});

test('a visitor signs in first and comes back to the file', async () => {
  stubServer({});
  const { where } = openPortal('/partner/dashboard/rentgen/c1/f1');
  await waitFor(() =>
    expect(where()).toBe('/login/partnyor?next=%2Fpartner%2Fdashboard%2Frentgen%2Fc1%2Ff1'),
  );
});
