import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { downloads } from '../../../../api/imaging/downloads/downloads.ts';
import { answer, readError } from '../../../../testing/admin/admin.tsx';
import { bodiesOf, choose, PATH, serve, user } from '../../../../testing/admin/admin-checkups.tsx';
import { hideWebGl } from '../../../../testing/canvas.ts';
import { checkupOf, linkOf, listOf } from '../../../../testing/checkups.ts';
import { dicomOf } from '../../../../testing/dicom.ts';
import { openPortal, renderScreen, signedInAs } from '../../../../testing/portal.tsx';
import { CheckupsScreen } from '../checkups-screen.tsx';
import { forgetReturn } from './files-dialog.tsx';

const ADDRESS = '/admin/dashboard/checkups';

beforeEach(forgetReturn);

/** Opens the list of one checkup at its address, from which the viewer opens. */
function openCheckups(checkup: Checkup, query = '') {
  hideWebGl();
  serve({ [`GET ${PATH}`]: { body: listOf([checkup]) }, 'GET /drawn': { text: 'webp' } });
  signedInAs('admin');
  return openPortal(ADDRESS + query);
}

test('the files dialog shows kinds and sizes, and deletes a file after a question', async () => {
  const files = [linkOf('opg.jpg', 2048, '/preview'), linkOf('CT 1.dcm', 5 * 1024 * 1024)];
  const checkup = checkupOf({ xrayFileLinks: files });
  const address = `${PATH}/${checkup._id}/files/CT%201.dcm`;
  const server = serve({
    [`GET ${PATH}`]: { body: listOf([checkup]) },
    [`DELETE ${address}`]: { status: 500, text: '' },
    'GET /preview': { text: 'webp' },
  });
  renderScreen('admin', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'X-ray files' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('JPG · 2 KB')).toBeDefined();
  expect(within(dialog).getByText('DICOM · 5 MB')).toBeDefined();
  await waitFor(() => expect(dialog.querySelector('img')?.src).toBe('blob:made'));
  await user.click(within(dialog).getByRole('button', { name: 'Delete CT 1.dcm' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('CT 1.dcm');
  await answer(user, 'Ləğv et');
  expect(server.to(address)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete CT 1.dcm' }));
  await answer(user, 'Bəli');
  await readError(user, 'Fayl silinərkən xəta baş verdi');
});

test('DICOM with a preview opens in the viewer; other DICOM is downloaded without a new tab', async () => {
  const drawn = linkOf('opg.dcm', 1000, '/drawn');
  const other = linkOf('klkt.dcm', 1000, undefined, { state: 'unsupported' });
  const checkup = checkupOf({ xrayFileLinks: [drawn, other, linkOf('report.txt')] });
  const { where } = openCheckups(checkup);
  const tab = vi.spyOn(window, 'open').mockReturnValue(null);
  const start = vi.spyOn(downloads, 'start').mockResolvedValue();
  await user.click(await screen.findByRole('button', { name: 'X-ray files' }));
  const dialog = await screen.findByRole('dialog');

  expect(within(dialog).getByText('Bu faylın önbaxışı yoxdur')).toBeDefined();
  for (const name of ['klkt.dcm', 'report.txt']) {
    expect(within(dialog).queryByRole('button', { name: `Open ${name}` })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: `Download ${name}` }));
    expect(start.mock.lastCall?.[0]).toMatchObject({ name });
  }
  expect(start).toHaveBeenCalledTimes(2);

  await user.click(within(dialog).getByRole('button', { name: 'Open opg.dcm' }));
  const viewer = await screen.findByRole('main', { name: 'Şəkil baxışı' });
  expect(where()).toBe(`${ADDRESS}/${checkup._id}/id of opg.dcm`);
  await waitFor(() => expect(viewer.querySelector('img')?.src).toBe('blob:made'));
  expect(within(viewer).getByText('Nərgiz Quliyeva · Panoram rentgen')).toBeDefined();
  await user.click(within(viewer).getAllByRole('button', { name: 'Yüklə' })[0] as HTMLElement);
  expect(start.mock.lastCall?.[0]).toMatchObject({ name: 'opg.dcm' });
  expect(tab).not.toHaveBeenCalled();
});

test('Back from the viewer opens the files dialog again, once', async () => {
  const checkup = checkupOf({ xrayFileLinks: [linkOf('opg.png')] });
  const { where, back } = openCheckups(checkup, '?name=quliyeva');
  await user.click(await screen.findByRole('button', { name: 'X-ray files' }));
  await user.click(await screen.findByRole('button', { name: 'Open opg.png' }));
  expect(await screen.findByRole('main', { name: 'Şəkil baxışı' })).toBeDefined();
  await back();
  const dialog = await screen.findByRole('dialog', { name: /^X-ray files/ });
  expect(within(dialog).getByRole('button', { name: 'Open opg.png' })).toBeDefined();
  expect(where()).toBe(`${ADDRESS}?name=quliyeva`);

  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('link', { name: 'Labs' }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/labs'));
  await user.click(screen.getByRole('link', { name: 'Checkups' }));
  await screen.findByRole('button', { name: 'X-ray files' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('while files are chosen for upload, the viewer opens in a new tab', async () => {
  const checkup = checkupOf({ xrayFileLinks: [linkOf('old.png')] });
  const { where } = openCheckups(checkup);
  const tab = vi.spyOn(window, 'open').mockReturnValue(null);
  await user.click(await screen.findByRole('button', { name: 'X-ray files' }));
  const dialog = await screen.findByRole('dialog');
  await choose(dialog, 'Add X-ray files');
  await user.click(within(dialog).getByRole('button', { name: 'Open old.png' }));
  expect(tab.mock.calls).toEqual([[`${ADDRESS}/${checkup._id}/id of old.png`]]);
  expect(where()).toBe(ADDRESS);
  expect(within(dialog).getByText('opg.dcm')).toBeDefined();
});

test('a thumbnail is the smallest preview, and the file is described', async () => {
  const volume = linkOf('CT.zip', 1000, '/listed', {
    state: 'ready',
    kind: 'stack',
    modality: 'CT',
    width: 512,
    height: 512,
    frames: 139,
    url: '/derived/',
    previews: [320, 1280],
    issues: ['missing-slices'],
    skipped: 2,
    others: [{ kind: 'image', modality: 'PX', width: 2800, height: 1500 }],
  });
  const server = serve({
    [`GET ${PATH}`]: { body: listOf([checkupOf({ xrayFileLinks: [volume] })]) },
    'GET /derived/preview-320': { text: 'webp' },
  });
  renderScreen('admin', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'X-ray files' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.querySelector('img')?.src).toBe('blob:made'));
  expect(server.to('/listed')).toEqual([]);
  for (const text of [
    '2 şəkil · KT · 512 × 512 × 139',
    'Panoramik · 2800 × 1500',
    'Həcm kimi göstərilmir: bəzi qatlar çatışmır',
    '2 fayl şəkil kimi göstərilmir',
  ])
    expect(within(dialog).getByText(text)).toBeDefined();
});

test('a file that could not be read shows the reason, can be downloaded, and is tried again', async () => {
  const failed = linkOf('opg.dcm', 1000, undefined, { state: 'failed', failure: 'damaged' });
  const waiting = { ...failed, imaging: { state: 'pending' as const } };
  const checkup = checkupOf({ xrayFileLinks: [failed] });
  const lists = [listOf([checkup])];
  const retried = listOf([{ ...checkup, xrayFileLinks: [waiting] }]);
  const address = `/api/admin/files/${failed.id}/derive`;
  const server = serve({
    [`GET ${PATH}`]: () => ({ body: lists.shift() ?? retried }),
    'POST /api/admin/files/*/derive': { body: { message: 'Fayl yenidən emal olunur' } },
  });
  renderScreen('admin', CheckupsScreen);
  expect(await screen.findByText('Önbaxış alınmadı')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'X-ray files' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/Fayl zədələnib/)).toBeDefined();
  expect(within(dialog).getByRole('button', { name: 'Download opg.dcm' })).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Yenidən emal et: opg.dcm' }));
  expect(await within(dialog).findByText('Emal olunur')).toBeDefined();
  expect(within(dialog).queryByText(/Fayl zədələnib/)).toBeNull();
  expect(server.to(encodeURI(address))).toHaveLength(1);
  expect(await screen.findByText('Fayl yenidən emal olunur')).toBeDefined();
});

test("another patient's name in a file is a warning in the row and in the dialog", async () => {
  const file = linkOf('opg.dcm', 1000, '/drawn', {
    state: 'ready',
    otherPatient: 'Orxan Əliyev',
    birthDate: '1984-03-12',
    issues: ['several-patients'],
  });
  serve({
    [`GET ${PATH}`]: { body: listOf([checkupOf({ xrayFileLinks: [file] })]) },
    'GET /drawn': { text: 'webp' },
  });
  renderScreen('admin', CheckupsScreen);
  expect(await screen.findByText('Faylda: Orxan Əliyev, 12.03.1984')).toBeDefined();
  expect(screen.getByText('Faylda birdən çox pasiyent var')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'X-ray files' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Faylda: Orxan Əliyev, 12.03.1984')).toBeDefined();
});

test('a file that is already deleted shows an error and leaves the dialog', async () => {
  const checkup = checkupOf({ xrayFileLinks: [linkOf('a.dcm')] });
  const lists = [listOf([checkup])];
  const emptied = listOf([{ ...checkup, xrayFiles: [], xrayFileLinks: [] }]);
  serve({
    [`GET ${PATH}`]: () => ({ body: lists.shift() ?? emptied }),
    [`DELETE ${PATH}/${checkup._id}/files/a.dcm`]: {
      status: 404,
      body: { code: 'not-found', message: 'Fayl tapılmadı', requestId: 'r' },
    },
  });
  renderScreen('admin', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'X-ray files' }));
  await user.click(await screen.findByRole('button', { name: 'Delete a.dcm' }));
  await answer(user, 'Bəli');
  await readError(user, 'Fayl tapılmadı');
  expect(await screen.findByText('No X-ray Files Found')).toBeDefined();
});

test('further files are uploaded for the checkup and merged', async () => {
  const checkup = checkupOf();
  const server = serve({ [`GET ${PATH}`]: { body: listOf([checkup]) } });
  renderScreen('admin', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'X-ray files' }));
  const dialog = await screen.findByRole('dialog');
  await choose(dialog, 'Add X-ray files');
  await user.keyboard('{Escape}');
  await answer(user, 'Go on editing');
  await user.click(await within(dialog).findByRole('button', { name: 'Upload' }));
  await answer(user, 'Bəli');
  await waitFor(() => expect(server.to(`${PATH}/merge-chunks`)).toHaveLength(1));
  const chunk = server.to(`${PATH}/upload-chunk`)[0]?.body as FormData;
  expect(chunk.get('checkupId')).toBe(checkup._id);
  expect(bodiesOf(server.to(`${PATH}/merge-chunks`))).toMatchObject([
    { checkupId: checkup._id, firstName: 'Nərgiz', files: [{ fileId: chunk.get('fileId') }] },
  ]);
  await waitFor(() => expect(within(dialog).queryByText('opg.dcm')).toBeNull());
});

test.each([
  { name: 'Göndəriş', expected: 'Panoram rentgen' },
  { name: 'Nəzarət', expected: undefined },
])(
  'an examination "$name" is called $expected after X-rays are added',
  async ({ name, expected }) => {
    const server = serve({ [`GET ${PATH}`]: { body: listOf([checkupOf({ name })]) } });
    renderScreen('admin', CheckupsScreen);
    await user.click(await screen.findByRole('button', { name: 'X-ray files' }));
    const dialog = await screen.findByRole('dialog');
    const file = dicomOf({ patient: 'Əliyev^Orxan', modality: 'PX' }, 'opg.dcm');
    await user.upload(within(dialog).getByLabelText('Add X-ray files'), file);
    // The header has been read.
    await within(dialog).findByText('Faylda: Orxan Əliyev');
    await user.click(within(dialog).getByRole('button', { name: 'Upload' }));
    await answer(user, checkupMessages.addAnyway());
    await waitFor(() => expect(server.to(`${PATH}/merge-chunks`)).toHaveLength(1));
    const [merged] = bodiesOf(server.to(`${PATH}/merge-chunks`)) as { name?: string }[];
    expect(merged?.name).toBe(expected);
  },
);
