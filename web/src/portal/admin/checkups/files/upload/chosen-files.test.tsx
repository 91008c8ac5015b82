import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, readError } from '../../../../../testing/admin/admin.tsx';
import { bodiesOf, PATH, serve, user } from '../../../../../testing/admin/admin-checkups.tsx';
import { checkupOf, listOf } from '../../../../../testing/checkups.ts';
import { dicomOf } from '../../../../../testing/dicom.ts';
import { renderScreen } from '../../../../../testing/portal.tsx';
import { CheckupsScreen } from '../../checkups-screen.tsx';

const nigar = { patient: 'Hüseynova^Nigar', modality: 'PX', date: '20261120' };

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory');
});

test('a DICOM file fills the empty fields', async () => {
  const dialog = await openAdd();
  await chooseFiles(dialog, [dicomOf(nigar)]);
  await waitFor(() => expect(field(dialog, /First name/).value).toBe('Nigar'));
  expect(field(dialog, /Last name/).value).toBe('Hüseynova');
  expect(field(dialog, /Examination/).value).toBe('Panoram rentgen');
  expect(field(dialog, /Start date/).value).toBe('20.11.2026');
  expect(within(dialog).queryByText(/^Faylda:/)).toBeNull();
});

test('X-rays for a shipment give it the name of their examination, and staff may type another', async () => {
  const shipment = checkupOf({ name: 'Göndəriş', status: 'pending' });
  serve({ [`GET ${PATH}`]: { body: listOf([shipment]) } });
  renderScreen('admin', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog');
  expect(field(dialog, /Examination/).value).toBe('Göndəriş');
  await user.upload(within(dialog).getByLabelText('Add X-ray files'), dicomOf(nigar));
  await waitFor(() => expect(field(dialog, /Examination/).value).toBe('Panoram rentgen'));
  await user.clear(field(dialog, /Examination/));
  await user.type(field(dialog, /Examination/), 'Nəzarət');
  await user.upload(
    within(dialog).getByLabelText('Add X-ray files'),
    dicomOf({ ...nigar, modality: 'CT' }, 'b.dcm'),
  );
  await within(dialog).findByText('b.dcm');
  expect(field(dialog, /Examination/).value).toBe('Nəzarət');
});

test('what staff have typed stays, and a file of another patient is marked but not refused', async () => {
  const dialog = await openAdd();
  await user.type(field(dialog, /First name/), 'Orxan');
  await user.type(field(dialog, /Last name/), 'Əliyev');
  await user.type(field(dialog, /Examination/), 'Nəzarət');
  await chooseFiles(dialog, [dicomOf(nigar)]);
  expect(await within(dialog).findByText('Faylda: Nigar Hüseynova')).toBeDefined();
  expect(field(dialog, /First name/).value).toBe('Orxan');
  expect(field(dialog, /Examination/).value).toBe('Nəzarət');
  await user.clear(field(dialog, /First name/));
  await user.clear(field(dialog, /Last name/));
  await user.type(field(dialog, /First name/), 'NIGAR');
  await user.type(field(dialog, /Last name/), 'Huseynova');
  await waitFor(() => expect(within(dialog).queryByText(/^Faylda:/)).toBeNull());
});

test('the birth date is shown beside another name, and where two files differ', async () => {
  const dialog = await openAdd();
  const first = dicomOf({ ...nigar, birthDate: '19840312' }, 'a.dcm');
  await chooseFiles(dialog, [first]);
  await waitFor(() => expect(field(dialog, /First name/).value).toBe('Nigar'));
  expect(within(dialog).queryByText(/Faylda/)).toBeNull();
  await chooseFiles(dialog, [dicomOf({ ...nigar, birthDate: '19900105' }, 'b.dcm')]);
  expect(
    await within(dialog).findByText('Doğum tarixləri fərqlidir. Faylda: 05.01.1990'),
  ).toBeDefined();
  expect(within(dialog).getByText('Doğum tarixləri fərqlidir. Faylda: 12.03.1984')).toBeDefined();
  await user.clear(field(dialog, /Last name/));
  await user.type(field(dialog, /Last name/), 'Əliyeva');
  expect(await within(dialog).findByText('Faylda: Nigar Hüseynova, 12.03.1984')).toBeDefined();
});

test('a folder with files of two patients is marked with both', async () => {
  pickFolder({
    'CT/I1': dicomOf(nigar, 'I1'),
    'CT/I2': dicomOf({ patient: 'Əliyev^Orxan', birthDate: '19840312' }, 'I2'),
  });
  const dialog = await openAdd();
  await user.click(within(dialog).getByRole('button', { name: 'Choose a folder' }));
  const warning = 'Faylda birdən çox pasiyent var: Nigar Hüseynova; Orxan Əliyev, 12.03.1984';
  expect(await within(dialog).findByText(warning)).toBeDefined();
});

test('files of another patient are marked in the dialog of an existing checkup', async () => {
  serve({ [`GET ${PATH}`]: { body: listOf([checkupOf()]) } });
  renderScreen('admin', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'X-ray files' }));
  const dialog = await screen.findByRole('dialog');
  await user.upload(within(dialog).getByLabelText('Add X-ray files'), dicomOf(nigar));
  expect(await within(dialog).findByText('Faylda: Nigar Hüseynova')).toBeDefined();
});

test('a chosen folder becomes one ZIP with its name, and is uploaded', async () => {
  const server = serve();
  pickFolder({
    'CT/I2': dicomOf(nigar, 'I2'),
    'CT/DICOMDIR': dicomOf({ modality: '' }, 'DICOMDIR'),
  });
  const dialog = await openAdd(false);
  await user.click(within(dialog).getByRole('button', { name: 'Choose a folder' }));
  expect(await within(dialog).findByText('CT.zip')).toBeDefined();
  await waitFor(() => expect(field(dialog, /First name/).value).toBe('Nigar'));
  await user.click(within(dialog).getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: 'Aygün Məmmədova' }));
  await user.click(within(dialog).getByRole('button', { name: 'Add Checkup' }));
  await answer(user, 'Bəli');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [created] = bodiesOf(server.to(PATH)) as { xrayFiles: { fileName: string }[] }[];
  expect(created?.xrayFiles).toMatchObject([{ fileName: 'CT.zip', totalChunks: 1 }]);
  const form = server.to(`${PATH}/upload-chunk`)[0]?.body as FormData;
  const chunk = form.get('chunk') as Blob;
  expect(new Uint8Array(await chunk.arrayBuffer()).slice(0, 4)).toEqual(
    Uint8Array.of(0x50, 0x4b, 3, 4),
  );
});

test('a dropped folder is read with its subfolders', async () => {
  const dialog = await openAdd();
  const slice = dicomOf(nigar, 'I1');
  const folder = directory('/CBCT', [directory('/CBCT/S1', [fileEntry('/CBCT/S1/I1', slice)])]);
  const label = within(dialog).getByLabelText('X-ray files').closest('label') as HTMLElement;
  const items = [{ webkitGetAsEntry: () => folder }];
  fireEvent.drop(label, { dataTransfer: { files: [new File([], 'CBCT')], items } });
  expect(await within(dialog).findByText('CBCT.zip')).toBeDefined();
});

test('a folder without DICOM is refused with a sentence', async () => {
  pickFolder({ 'Docs/a.txt': new File(['text'], 'a.txt') });
  const dialog = await openAdd();
  await user.click(within(dialog).getByRole('button', { name: 'Choose a folder' }));
  await readError(user, 'Docs: The folder contains no DICOM file');
  expect(within(dialog).queryByText('Docs.zip')).toBeNull();
});

test('a folder of more than 5,000 files is refused with a sentence', async () => {
  const one = dicomOf(nigar, 'I1');
  pickFolder(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`CT/I${n}`, one])));
  const dialog = await openAdd();
  await user.click(within(dialog).getByRole('button', { name: 'Choose a folder' }));
  await readError(user, 'CT: A folder may have at most 5,000 files');
});

test('slices that were chosen one by one can be joined to one file', async () => {
  const dialog = await openAdd();
  const slices = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      dicomOf({ patient: `P^${n}`, modality: 'CT' }, `I${n}.dcm`),
    );
  await chooseFiles(dialog, slices(10));
  expect(within(dialog).queryByRole('button', { name: /^Join/ })).toBeNull();
  await chooseFiles(dialog, slices(12));
  const join = within(dialog).getByRole('button', { name: 'Join 12 slices into one file' });
  await user.click(join);
  expect(await within(dialog).findByText('CT.zip')).toBeDefined();
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
});

async function openAdd(isServed = true): Promise<HTMLElement> {
  if (isServed) serve();
  renderScreen('admin', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'Add Checkup' }));
  return screen.findByRole('dialog');
}

const field = (dialog: HTMLElement, label: RegExp) =>
  within(dialog).getByLabelText<HTMLInputElement>(label, { selector: 'input' });

async function chooseFiles(dialog: HTMLElement, files: File[]): Promise<void> {
  await user.upload(within(dialog).getByLabelText('X-ray files'), files);
  await within(dialog).findByText(files.at(-1)?.name ?? '');
}

/** Has the next folder that is chosen contain these files, by their paths. */
function pickFolder(files: Record<string, File>): void {
  Object.assign(HTMLInputElement.prototype, { webkitdirectory: false });
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    const selected = Object.entries(files).map(([webkitRelativePath, file]) =>
      Object.defineProperty(new File([file], file.name), 'webkitRelativePath', {
        value: webkitRelativePath,
      }),
    );
    Object.defineProperty(this, 'files', { value: selected });
    this.dispatchEvent(new Event('change'));
  });
}

const fileEntry = (fullPath: string, file: File) =>
  ({ fullPath, isDirectory: false, file: (done: (file: File) => void) => done(file) }) as unknown;

function directory(fullPath: string, entries: unknown[]): unknown {
  const batches = [entries, []];
  const createReader = () => ({
    readEntries: (done: (some: unknown[]) => void) => done(batches.shift() ?? []),
  });
  return { fullPath, name: fullPath.split('/').at(-1), isDirectory: true, createReader };
}
