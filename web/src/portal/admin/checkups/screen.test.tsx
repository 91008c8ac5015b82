import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Received, type Reply, stubServer } from '../../../testing/server.ts';
import { checkupOf, linkOf, listOf, renderScreen } from '../../xrays/testing.tsx';
import { Component as Screen } from './screen.tsx';

const PATH = '/api/admin/checkups';
const partners = [{ _id: 'partner-1', firstName: 'Aygün', lastName: 'Məmmədova', clinicName: '' }];

type Routes = Parameters<typeof stubServer>[0];

beforeEach(() => localStorage.clear());

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('staff see number, patient, doctor and recipe files, the count and the disk', async () => {
  const checkup = checkupOf({
    fileLinks: [linkOf('recipe.jpg')],
    xrayFileLinks: [linkOf('a.dcm')],
  });
  const body = listOf([checkup, { ...checkupOf(), status: 'odd' as 'pending' }], 2, 12);
  serve({ [`GET ${PATH}`]: { body } });
  renderScreen('admin', Screen, '/?page=2');
  const table = await screen.findByRole('table');
  const headers = within(table).getAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    '#',
    'Patient',
    'Doctor (partner)',
    'Recipe files',
    'Actions',
  ]);
  const [first, second] = within(table).getAllByRole('row').slice(1);
  expect(first?.textContent).toContain('11Nərgiz QuliyevaTamamlandı');
  expect(first?.textContent).toContain('Aygün Məmmədova');
  expect(
    within(first as HTMLElement).getByRole('button', { name: 'Open recipe.jpg' }),
  ).toBeDefined();
  expect(second?.textContent).toContain('Naməlum');
  expect(screen.getByText('Showing 11 to 12 of 12 results')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Disk' }).textContent).toBe(
    'Total 458GFree 315GUsed 28%',
  );
});

test('a list that cannot be loaded says so, with a button to try again', async () => {
  const answers: Reply[] = [{ status: 500, text: '' }, { body: listOf([checkupOf()]) }];
  serve({ [`GET ${PATH}`]: () => answers.shift() ?? {} });
  renderScreen('admin', Screen);
  expect(await screen.findByText('Oops! Something went wrong')).toBeDefined();
  expect(screen.getByText('Failed to load checkups')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Refresh Page' }));
  expect(await screen.findByRole('table')).toBeDefined();
});

test('the list polls every 10 s', async () => {
  vi.useFakeTimers();
  const server = serve();
  renderScreen('admin', Screen);
  await act(() => vi.advanceTimersByTimeAsync(9_900));
  expect(server.to(PATH)).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(server.to(PATH)).toHaveLength(2);
});

test('typing alone searches nothing; Enter searches from page 1', async () => {
  const server = serve();
  renderScreen('admin', Screen, '/?page=2');
  await screen.findByRole('table');
  await userEvent.type(screen.getByRole('searchbox'), 'nərgiz');
  expect(server.to(PATH)).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(server.to(PATH).at(-1)?.query.get('name')).toBe('nərgiz'));
  expect(server.to(PATH).at(-1)?.query.get('page')).toBe('1');
});

test('adding says the first missing thing in order: partner, name, file', async () => {
  const server = serve();
  const dialog = await openAdd();
  await say('Partner seçin', () => submit(dialog));
  await waitFor(() =>
    expect(document.activeElement).toBe(within(dialog).getByRole('combobox', { name: /Partner/ })),
  );
  await pickPartner(dialog);
  await say('Ad və soyad daxil edin', () => submit(dialog));
  await userEvent.type(within(dialog).getByLabelText(/First name/), 'Nərgiz');
  await say('Ad və soyad daxil edin', () => submit(dialog));
  await userEvent.type(within(dialog).getByLabelText(/Last name/), 'Quliyeva');
  await say('Ən az 1 rentgen faylı seçin', () => submit(dialog));
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('adding asks first, and a cancel changes nothing', async () => {
  const server = serve();
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Nərgiz Quliyeva — Aygün Məmmədova');
  await userEvent.click(within(question).getByRole('button', { name: 'Ləğv et' }));
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(within(dialog).getByLabelText(/First name/)).toHaveProperty('value', 'Nərgiz');
  expect(within(dialog).getByText('opg.dcm')).toBeDefined();
});

test('adding uploads, creates, says so and closes', async () => {
  const server = serve();
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  await agree();
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

test('a failed creation says the default and keeps what was typed and chosen', async () => {
  serve({ [`POST ${PATH}`]: { status: 500, text: '' } });
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  await agree();
  await say('Yükləmə uğursuz oldu');
  expect(within(dialog).getByLabelText(/First name/)).toHaveProperty('value', 'Nərgiz');
  expect(within(dialog).getByText('opg.dcm')).toBeDefined();
});

test('an upload that was refused starts afresh when saved again', async () => {
  const message = 'Bu fayl artıq başqa müayinəyə əlavə olunub';
  const answers: Reply[] = [
    { status: 409, body: { code: 'conflict', message, requestId: 'r' } },
    { body: { checkup: checkupOf(), message: '' } },
  ];
  const server = serve({ [`POST ${PATH}`]: () => answers.shift() ?? {} });
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  await agree();
  await say(message);
  await submit(dialog);
  await agree();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [refused, accepted] = bodiesOf(server.to(PATH)) as { xrayFiles: { fileId: string }[] }[];
  expect(accepted?.xrayFiles[0]?.fileId).not.toBe(refused?.xrayFiles[0]?.fileId);
});

test('closing while files are on their way asks first', async () => {
  const server = serve({ [`POST ${PATH}/upload-chunk`]: () => new Promise(() => undefined) });
  const dialog = await openAdd();
  await fillIn(dialog);
  await submit(dialog);
  await agree();
  await within(dialog).findByRole('progressbar');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await answer('Davam et');
  expect(screen.getByRole('dialog')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await answer('Dayandır');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(bodiesOf(server.to(PATH))).toEqual([]);
});

test('Back while files are on their way asks first, and closes only the dialog; closing the tab warns', async () => {
  serve({ [`POST ${PATH}/upload-chunk`]: () => new Promise(() => undefined) });
  const { dialog, router } = await openAddWithRouter();
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  await fillIn(dialog);
  await submit(dialog);
  await agree();
  await within(dialog).findByRole('progressbar');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  act(() => void router.navigate(-1));
  await answer('Davam et');
  expect(dialog.isConnected).toBe(true);
  act(() => void router.navigate(-1));
  await answer('Dayandır');
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  expect(router.state.location.pathname).toBe('/');
});

test('a file that is never taken is refused when it is chosen', async () => {
  serve();
  const dialog = await openAdd();
  const user = userEvent.setup({ applyAccept: false });
  const files = [new File(['MZ'], 'setup.exe'), new File(['DICM'], 'opg.dcm')];
  await user.upload(within(dialog).getByLabelText('X-ray files'), files);
  await say('setup.exe: Bu fayl növü qəbul edilmir');
  expect(within(dialog).getByText('opg.dcm')).toBeDefined();
  expect(within(dialog).queryByText('setup.exe')).toBeNull();
});

test('editing needs both names, trimmed, and sends what was changed', async () => {
  const checkup = checkupOf({ endDate: '2026-11-20T00:00:00.000Z' });
  const server = serve({ [`GET ${PATH}`]: { body: listOf([checkup]) } });
  renderScreen('admin', Screen);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog');
  const lastName = within(dialog).getByLabelText(/Last name/);
  await userEvent.clear(lastName);
  await userEvent.type(lastName, '   ');
  await say('Zəhmət olmasa ad və soyadı daxil edin', () => submit(dialog, 'Save Changes'));
  await userEvent.type(lastName, 'Əliyeva ');
  await submit(dialog, 'Save Changes');
  await agree();
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

test('deleting a checkup asks first, and a failure says the default', async () => {
  const checkup = checkupOf();
  const server = serve({
    [`GET ${PATH}`]: { body: listOf([checkup]) },
    [`DELETE ${PATH}/${checkup._id}`]: { status: 500, text: '' },
  });
  renderScreen('admin', Screen);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Nərgiz Quliyeva');
  await answer('Ləğv et');
  expect(server.to(`${PATH}/${checkup._id}`)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await agree();
  await say('Failed to delete the checkup.');
  expect(server.to(`${PATH}/${checkup._id}`)).toHaveLength(1);
});

test('the files dialog shows kinds and sizes, and deletes a file after a question', async () => {
  const files = [linkOf('opg.jpg', 2048, '/preview'), linkOf('CT 1.dcm', 5 * 1024 * 1024)];
  const checkup = checkupOf({ xrayFileLinks: files });
  const address = `${PATH}/${checkup._id}/files/CT%201.dcm`;
  const server = serve({
    [`GET ${PATH}`]: { body: listOf([checkup]) },
    [`DELETE ${address}`]: { status: 500, text: '' },
  });
  renderScreen('admin', Screen);
  await userEvent.click(await screen.findByRole('button', { name: 'X-ray files' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('JPG · 2 KB')).toBeDefined();
  expect(within(dialog).getByText('DICOM · 5 MB')).toBeDefined();
  expect(dialog.querySelector('img')?.getAttribute('src')).toBe('/preview');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete CT 1.dcm' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('CT 1.dcm');
  await answer('Ləğv et');
  expect(server.to(address)).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete CT 1.dcm' }));
  await agree();
  await say('Fayl silinərkən xəta baş verdi');
});

test('a file that is gone already says so and leaves the dialog', async () => {
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
  renderScreen('admin', Screen);
  await userEvent.click(await screen.findByRole('button', { name: 'X-ray files' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete a.dcm' }));
  await agree();
  await say('Fayl tapılmadı');
  expect(await screen.findByText('No X-ray Files Found')).toBeDefined();
});

test.each(['1e30', '-3', '1.5', 'two'])('?page=%s is page 1', async (page) => {
  const server = serve();
  renderScreen('admin', Screen, `/?page=${page}`);
  await screen.findByRole('table');
  expect(server.to(PATH)[0]?.query.get('page')).toBe('1');
});

test('further files are uploaded for the checkup and merged', async () => {
  const checkup = checkupOf();
  const server = serve({ [`GET ${PATH}`]: { body: listOf([checkup]) } });
  renderScreen('admin', Screen);
  await userEvent.click(await screen.findByRole('button', { name: 'X-ray files' }));
  const dialog = await screen.findByRole('dialog');
  await choose(dialog, 'Add X-ray files');
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Upload' }));
  await agree();
  await waitFor(() => expect(server.to(`${PATH}/merge-chunks`)).toHaveLength(1));
  const chunk = server.to(`${PATH}/upload-chunk`)[0]?.body as FormData;
  expect(chunk.get('checkupId')).toBe(checkup._id);
  expect(bodiesOf(server.to(`${PATH}/merge-chunks`))).toMatchObject([
    { checkupId: checkup._id, firstName: 'Nərgiz', files: [{ fileId: chunk.get('fileId') }] },
  ]);
  await waitFor(() => expect(within(dialog).queryByText('opg.dcm')).toBeNull());
});

/** A server on which everything goes well, except where a test says otherwise. */
function serve(routes: Routes = {}) {
  return stubServer({
    [`GET ${PATH}`]: ({ query }) => ({
      body: listOf([checkupOf()], Number(query.get('page')), 30),
    }),
    'GET /api/admin/lite/partners': { body: { partners } },
    [`POST ${PATH}/upload-chunk`]: ({ body }) => {
      const form = body as FormData;
      return { body: { fileId: form.get('fileId'), chunkNumber: 0, received: 1 } };
    },
    [`POST ${PATH}`]: { body: { checkup: checkupOf(), message: '' } },
    [`POST ${PATH}/merge-chunks`]: { body: { checkup: checkupOf(), message: '' } },
    ...routes,
  });
}

async function openAddWithRouter() {
  const router = renderScreen('admin', Screen);
  await userEvent.click(await screen.findByRole('button', { name: 'Add Checkup' }));
  return { router, dialog: await screen.findByRole('dialog') };
}

async function openAdd(): Promise<HTMLElement> {
  return (await openAddWithRouter()).dialog;
}

async function pickPartner(dialog: HTMLElement): Promise<void> {
  await userEvent.click(within(dialog).getByRole('combobox'));
  await userEvent.click(await screen.findByRole('option', { name: 'Aygün Məmmədova' }));
}

async function choose(dialog: HTMLElement, label: string): Promise<void> {
  const file = new File(['DICM'], 'opg.dcm', { lastModified: 1 });
  await userEvent.upload(within(dialog).getByLabelText(label), file);
  await within(dialog).findByText('opg.dcm');
}

async function fillIn(dialog: HTMLElement): Promise<void> {
  await pickPartner(dialog);
  await userEvent.type(within(dialog).getByLabelText(/First name/), 'Nərgiz');
  await userEvent.type(within(dialog).getByLabelText(/Last name/), 'Quliyeva');
  await choose(dialog, 'X-ray files');
}

function submit(dialog: HTMLElement, name = 'Add Checkup'): Promise<void> {
  return userEvent.click(within(dialog).getByRole('button', { name }));
}

/** Answers the question that stands over the page. */
async function answer(name: string): Promise<void> {
  const question = await screen.findByRole('alertdialog');
  await userEvent.click(within(question).getByRole('button', { name }));
  await waitFor(() => expect(question.isConnected).toBe(false));
}

function agree(): Promise<void> {
  return answer('Bəli');
}

/** Expects this sentence in the error dialog, and closes it. */
async function say(message: string, act?: () => Promise<void>): Promise<void> {
  await act?.();
  const said = await screen.findByRole('alertdialog', { name: 'Xəta!' });
  expect(within(said).getByText(message)).toBeDefined();
  await answer('Bağla');
}

function bodiesOf(requests: Received[]): unknown[] {
  return requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(String(body)));
}
