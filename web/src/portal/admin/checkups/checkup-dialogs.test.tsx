import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { retryNow } from '../../../api/http/reconnect.ts';
import { answer, readError } from '../../../testing/admin/admin.tsx';
import { bodiesOf, choose, PATH, serve, user } from '../../../testing/admin/admin-checkups.tsx';
import { pressBack } from '../../../testing/back.ts';
import { checkupOf, listOf } from '../../../testing/checkups.ts';
import { renderScreen } from '../../../testing/portal.tsx';
import type { Reply } from '../../../testing/server.ts';
import { CheckupsScreen } from './checkups-screen.tsx';

test('adding shows the first missing field in order: partner, name, file', async () => {
  const server = serve();
  const dialog = await openAdd();
  await submit(dialog);
  await readError(user, 'Partner seçin');
  await waitFor(() =>
    expect(document.activeElement).toBe(within(dialog).getByRole('combobox', { name: /Partner/ })),
  );
  await pickPartner(dialog);
  await submit(dialog);
  await readError(user, 'Ad və soyad daxil edin');
  await user.type(within(dialog).getByLabelText(/First name/), 'Nərgiz');
  await submit(dialog);
  await readError(user, 'Ad və soyad daxil edin');
  await user.type(within(dialog).getByLabelText(/Last name/), 'Quliyeva');
  await submit(dialog);
  await readError(user, 'Ən az 1 rentgen faylı seçin');
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('adding asks first, and a cancel changes nothing', async () => {
  const server = serve();
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Nərgiz Quliyeva — Aygün Məmmədova');
  await user.click(within(question).getByRole('button', { name: 'Ləğv et' }));
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(within(dialog).getByLabelText(/First name/)).toHaveProperty('value', 'Nərgiz');
  expect(within(dialog).getByText('opg.dcm')).toBeDefined();
});

test('adding uploads, creates, shows the result and closes', async () => {
  const server = serve();
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  await answer(user, 'Bəli');
  expect(await screen.findByText('Müayinə uğurla əlavə edildi')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const chunk = server.to(`${PATH}/upload-chunk`)[0]?.body as FormData;
  expect(bodiesOf(server.to(PATH))).toEqual([
    {
      partner: 'partner-1',
      firstName: 'Nərgiz',
      lastName: 'Quliyeva',
      name: '',
      description: '',
      startDate: null,
      endDate: null,
      xrayFiles: [{ fileId: chunk.get('fileId'), fileName: 'opg.dcm', totalChunks: 1 }],
    },
  ]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('upload:'))).toEqual([]);
});

test('a selected file is not discarded without a question', async () => {
  serve();
  const dialog = await openAdd();
  await choose(dialog, 'X-ray files');
  await user.keyboard('{Escape}');
  await answer(user, 'Go on editing');
  expect(within(dialog).getByText('opg.dcm')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Remove opg.dcm' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a failed creation shows the default message and keeps the input and files', async () => {
  serve({ [`POST ${PATH}`]: { status: 500, text: '' } });
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  await answer(user, 'Bəli');
  await readError(user, 'Yükləmə uğursuz oldu');
  expect(within(dialog).getByLabelText(/First name/)).toHaveProperty('value', 'Nərgiz');
  expect(within(dialog).getByText('opg.dcm')).toBeDefined();
});

test('an upload that was refused starts afresh when saved again', async () => {
  const message = 'The file already belongs to another checkup';
  const answers: Reply[] = [
    { status: 409, body: { code: 'conflict', message, requestId: 'r' } },
    { body: { checkup: checkupOf(), message: '' } },
  ];
  const server = serve({ [`POST ${PATH}`]: () => answers.shift() ?? {} });
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  await answer(user, 'Bəli');
  await readError(user, message);
  await submit(dialog);
  await answer(user, 'Bəli');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [refused, accepted] = bodiesOf(server.to(PATH)) as { xrayFiles: { fileId: string }[] }[];
  expect(accepted?.xrayFiles[0]?.fileId).not.toBe(refused?.xrayFiles[0]?.fileId);
});

test('a refused file shows the reason in its row, and is scrolled into view', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const why = 'The file is not what its name says';
  const fields = [{ path: 'xrayFiles.1', message: why }];
  const message = `slice.dcm: ${why}`;
  serve({
    [`POST ${PATH}`]: { status: 415, body: { code: 'unsupported-type', message, fields } },
  });
  const dialog = await openAdd();
  await fillIn(dialog);
  const second = new File(['DICM'], 'slice.dcm', { lastModified: 1 });
  await user.upload(within(dialog).getByLabelText('X-ray files'), second);
  await within(dialog).findByText('slice.dcm');
  scrolled.mockClear();
  await submit(dialog);
  await answer(user, 'Bəli');
  await readError(user, message);
  const rows = within(dialog).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.includes(why))).toEqual([false, true]);
  expect(scrolled.mock.contexts).toContain(rows[1]);
  const remove = within(dialog).getByRole('button', { name: 'Remove slice.dcm', description: why });
  await user.click(remove);
  expect(within(dialog).queryByText(why)).toBeNull();
});

test('one refused file of three is removed with a press, and the rest is saved without sending it again', async () => {
  const why = 'The file is not what its name says';
  const server = serve({
    [`POST ${PATH}/uploads/*/check`]: ({ body }) => {
      const { fileName } = JSON.parse(String(body)) as { fileName: string };
      if (fileName !== 'b.dcm') return { body: { fileId: 'f', size: 1 } };
      return { status: 415, body: { code: 'unsupported-type', message: `b.dcm: ${why}` } };
    },
  });
  const dialog = await openAdd();
  await fillIn(dialog);
  const more = ['b.dcm', 'a.dcm'].map((name) => new File(['DICM'], name, { lastModified: 1 }));
  await user.upload(within(dialog).getByLabelText('X-ray files'), more);
  await submit(dialog);
  await answer(user, 'Bəli');
  await readError(user, `b.dcm: ${why}`);
  expect(within(dialog).getByText('3 files', { exact: false }).textContent).toContain('1 refused');
  expect(bodiesOf(server.to(PATH))).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Remove the refused' }));
  await submit(dialog);
  await answer(user, 'Bəli');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [created] = bodiesOf(server.to(PATH)) as { xrayFiles: { fileName: string }[] }[];
  expect(created?.xrayFiles.map(({ fileName }) => fileName)).toEqual(['a.dcm', 'opg.dcm']);
});

test('after repeated server errors the dialog offers a retry; Later keeps the selected files', async () => {
  // The tries of this test have no pause between them.
  const impatience = setInterval(retryNow);
  const answers = [500, 500, 500, 500, 500, 500].map((status) => ({ status, text: '' }));
  const server = serve({
    [`POST ${PATH}/upload-chunk`]: () => answers.shift() ?? { body: { received: 1 } },
  });
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  await answer(user, 'Bəli');
  expect(await screen.findByText(/Yükləmə uğursuz oldu/)).toBeDefined();
  await answer(user, 'Try again');
  await answer(user, 'Go on later');
  expect(server.to(`${PATH}/upload-chunk`)).toHaveLength(6);
  expect(within(dialog).getByText('opg.dcm')).toBeDefined();
  await submit(dialog);
  await answer(user, 'Bəli');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  clearInterval(impatience);
});

test('a file refused on its way is named by its row', async () => {
  const message = 'Files of this type are not accepted';
  serve({
    [`POST ${PATH}/upload-chunk`]: { status: 415, body: { code: 'unsupported-type', message } },
  });
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  await answer(user, 'Bəli');
  await readError(user, message);
  const row = within(dialog).getByText('opg.dcm').closest('li');
  expect(row?.textContent).toContain(message);
});

test('closing while files are on their way asks first', async () => {
  const server = serve({ [`POST ${PATH}/upload-chunk`]: () => new Promise(() => undefined) });
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  await answer(user, 'Bəli');
  await within(dialog).findByRole('progressbar');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await answer(user, 'Go on uploading');
  expect(screen.getByRole('dialog')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await answer(user, 'Stop');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(bodiesOf(server.to(PATH))).toEqual([]);
});

test('once everything is sent, the dialog waits for the checkup: stopping would not undo it', async () => {
  const created = Promise.withResolvers<Reply>();
  const server = serve({ [`POST ${PATH}`]: () => created.promise });
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  await answer(user, 'Bəli');
  await waitFor(() => expect(server.to(PATH).some(({ method }) => method === 'POST')).toBe(true));
  const cancel = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
  await waitFor(() => expect(cancel.disabled).toBe(true));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(dialog.isConnected).toBe(true);
  created.resolve({ body: { checkup: checkupOf(), message: '' } });
  await waitFor(() => expect(dialog.isConnected).toBe(false));
});

test('Back while files are on their way asks first, and closes only the dialog; closing the tab warns', async () => {
  serve({ [`POST ${PATH}/upload-chunk`]: () => new Promise(() => undefined) });
  const { dialog, router } = await openAddWithRouter();
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  await fillIn(dialog);
  await submit(dialog);
  await answer(user, 'Bəli');
  await within(dialog).findByRole('progressbar');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  await pressBack();
  await answer(user, 'Go on uploading');
  expect(dialog.isConnected).toBe(true);
  await pressBack();
  await answer(user, 'Stop');
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  expect(router.state.location.pathname).toBe('/');
});

test('a file of a type that is never accepted is refused when it is selected', async () => {
  serve();
  const dialog = await openAdd();
  const careless = userEvent.setup({ applyAccept: false });
  const files = [new File(['MZ'], 'setup.exe'), new File(['DICM'], 'opg.dcm')];
  await careless.upload(within(dialog).getByLabelText('X-ray files'), files);
  await readError(user, 'setup.exe: Files of this type are not accepted');
  expect(within(dialog).getByText('opg.dcm')).toBeDefined();
  expect(within(dialog).queryByText('setup.exe')).toBeNull();
});

test('editing needs both names, trimmed, and sends what was changed', async () => {
  const checkup = checkupOf({ endDate: '2026-11-20T00:00:00.000Z' });
  const server = serve({ [`GET ${PATH}`]: { body: listOf([checkup]) } });
  renderScreen('admin', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog');
  const lastName = within(dialog).getByLabelText(/Last name/);
  await user.clear(lastName);
  await user.type(lastName, '   ');
  await submit(dialog, 'Save Changes');
  await readError(user, 'Zəhmət olmasa ad və soyadı daxil edin');
  await user.type(lastName, 'Əliyeva ');
  await submit(dialog, 'Save Changes');
  await answer(user, 'Bəli');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodiesOf(server.to(`${PATH}/merge-chunks`))).toEqual([
    {
      checkupId: checkup._id,
      firstName: 'Nərgiz',
      lastName: 'Əliyeva',
      status: 'completed',
      name: 'Panoram rentgen',
      description: '',
      startDate: '2026-11-19',
      endDate: '2026-11-20',
      files: [],
    },
  ]);
});

test('changes are saved with the selected file, however slowly it is read', async () => {
  const server = serve();
  renderScreen('admin', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog');
  const file = new File(['DICM'], 'opg.dcm');
  const inserted = Promise.withResolvers<Blob>();
  vi.spyOn(file, 'slice').mockReturnValue({
    arrayBuffer: async () => (await inserted.promise).arrayBuffer(),
  } as Blob);
  await user.upload(within(dialog).getByLabelText('Add X-ray files'), file);
  const save = within(dialog).getByRole('button', { name: 'Save Changes' });
  expect(save.ariaBusy).toBe('true');
  await user.click(save);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.keyboard('{Escape}');
  await answer(user, 'Go on editing');
  inserted.resolve(new Blob(['DICM']));
  await within(dialog).findByText('opg.dcm');
  await user.click(save);
  await answer(user, 'Bəli');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [saved] = bodiesOf(server.to(`${PATH}/merge-chunks`));
  expect(saved).toMatchObject({ files: [{ fileName: 'opg.dcm' }] });
});

async function openAddWithRouter() {
  const router = renderScreen('admin', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'Add Checkup' }));
  return { router, dialog: await screen.findByRole('dialog') };
}

async function openAdd(): Promise<HTMLElement> {
  return (await openAddWithRouter()).dialog;
}

async function pickPartner(dialog: HTMLElement): Promise<void> {
  await user.click(within(dialog).getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: 'Aygün Məmmədova' }));
}

async function fillIn(dialog: HTMLElement): Promise<void> {
  await pickPartner(dialog);
  await user.type(within(dialog).getByLabelText(/First name/), 'Nərgiz');
  await user.type(within(dialog).getByLabelText(/Last name/), 'Quliyeva');
  await choose(dialog, 'X-ray files');
}

function submit(dialog: HTMLElement, name = 'Add Checkup'): Promise<void> {
  return user.click(within(dialog).getByRole('button', { name }));
}
