import type { IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import * as intakeMessages from '@deqiq/messages/machines/intake.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  answer,
  dialog,
  firstRow,
  openSection,
  press,
  readError,
  refused,
} from '../../../testing/admin/admin.tsx';
import type { Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/intake';

const checkup: IntakeStudy['proposals'][number]['checkup'] = {
  _id: 'c1',
  code: 'DQ0001AB7',
  firstName: 'Nigar',
  lastName: 'Hüseynova',
  name: 'OPG',
  status: 'pending',
  createdAt: '2026-11-23T05:00:00.000Z',
  partner: { _id: 'p1', firstName: 'Aygün', lastName: 'Məmmədova' },
};

const other = { ...checkup, _id: 'c2', code: 'DQ0002CD1', lastName: 'Hüseynli' };

const studyOf = (part: Partial<IntakeStudy> = {}): IntakeStudy => ({
  _id: 's1',
  state: 'waiting',
  patientName: 'Nigar Huseynova',
  patientId: 'P-77',
  birthDate: '1990-02-01',
  sex: 'F',
  accessionNumber: 'DQ0001AB7',
  description: 'OPG',
  modalities: 'PX',
  acquiredOn: '2026-11-23',
  acquiredAt: '10:05:00',
  studyUid: '2.25.1',
  device: { _id: 'd1', name: 'Planmeca' },
  aeTitle: 'PROMAX',
  firstArrivalAt: '2026-11-23T06:05:10.000Z',
  lastArrivalAt: '2026-11-23T06:05:20.000Z',
  series: 1,
  instances: 1,
  bytes: 3_500_000,
  announced: null,
  hasFailed: false,
  incomplete: null,
  firstPatient: null,
  isShared: false,
  files: [],
  conflicts: [],
  assignment: null,
  proposals: [
    { checkup, reasons: ['accession', 'name', 'time'] },
    { checkup: other, reasons: ['name'] },
  ],
  ...part,
});

const listOf = (...studies: IntakeStudy[]): Reply => ({
  body: {
    studies,
    pagination: {
      currentPage: 1,
      totalPages: 1,
      totalItems: studies.length,
      itemsPerPage: 20,
      hasNextPage: false,
      hasPrevPage: false,
    },
  },
});

const assignment = {
  checkup,
  checkupId: 'c1',
  at: '2026-11-23T06:10:00.000Z',
  by: 'gunel',
  isCreated: false,
};

const conflict = { _id: 'i9', sopUid: '2.25.99', arrivedAt: '2026-11-23T06:06:00.000Z', size: 10 };

type Options = { study?: Partial<IntakeStudy>; reply?: Reply; address?: string };

function open({ study, reply, address = 'intake' }: Options = {}) {
  const answered = reply ?? { body: { study: studyOf(study), message: '' } };
  const done = (part: Partial<IntakeStudy>) =>
    reply ?? { body: { study: studyOf({ ...study, ...part }), message: '' } };
  return openSection(address, {
    [`GET ${PATH}`]: listOf(studyOf(study)),
    [`POST ${PATH}/s1/assign`]: done({ state: 'assigned', assignment }),
    [`POST ${PATH}/s1/create`]: done({ state: 'assigned', assignment }),
    [`POST ${PATH}/s1/aside`]: done({ state: 'aside' }),
    [`POST ${PATH}/s1/undo`]: answered,
    [`DELETE ${PATH}/s1/conflicts/i9`]: answered,
    'GET /api/admin/lite/partners': { body: { partners: [checkup.partner] } },
    'GET /api/admin/checkups': {
      body: { ...(listOf().body as object), checkups: [{ ...checkup, startDate: null }] },
    },
  });
}

test('a study says what DICOM says and why it may belong to an examination', async () => {
  open();
  const { cells, row } = await firstRow();
  expect(cells[1]).toBe('Nigar Huseynovaborn 01.02.1990 · female · ID P-77 · accession DQ0001AB7');
  expect(cells[2]).toContain('PX · OPG23.11.2026 10:051 image · 3,3\u00a0MB');
  expect(cells[2]).toContain('Planmeca · PROMAX, 23.11.2026 10:05');
  const reasons = row.getAllByRole('list', { name: 'Reasons' })[0] as HTMLElement;
  expect(
    within(reasons)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Accession number', 'Name', 'Same day']);
  expect(row.getByText('1 more')).toBeTruthy();
});

test('one press assigns the study, and the toast takes it back', async () => {
  const { user, sent } = open();
  await user.click(
    await screen.findByRole('button', { name: 'Assign to Nigar Hüseynova, DQ0001AB7' }),
  );
  expect(await screen.findByText('Assigned: Nigar Hüseynova')).toBeTruthy();
  expect(sent('POST')).toMatchObject([
    { path: `${PATH}/s1/assign`, body: JSON.stringify({ checkup: 'c1' }) },
  ]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone: Nigar Huseynova')).toBeTruthy();
  expect(sent('POST')[1]).toMatchObject({
    path: `${PATH}/s1/undo`,
    body: JSON.stringify({ assignment: assignment.at }),
  });
});

test('a refusal says why, and the list is fetched again', async () => {
  const reply = { status: 409, body: { message: intakeMessages.changed() } };
  const { user, sent } = open({ reply });
  await user.click(
    await screen.findByRole('button', { name: 'Assign to Nigar Hüseynova, DQ0001AB7' }),
  );
  await readError(user, intakeMessages.changed());
  await waitFor(() => expect(sent('GET').filter(({ path }) => path === PATH)).toHaveLength(2));
});

test('a study that is arriving is shown as such and cannot be assigned', async () => {
  open({ study: { state: 'arriving', instances: 120, announced: 400 } });
  const { row, buttons } = await firstRow();
  expect(row.getByText('Arriving: 120 of 400')).toBeTruthy();
  expect(buttons).toEqual(['Set aside']);
});

test('a study that could not be packed says so', async () => {
  open({ study: { state: 'arriving', hasFailed: true, proposals: [] } });
  const { row } = await firstRow();
  expect(row.getByText('Not packed')).toBeTruthy();
  expect(row.getByText('No examination matches')).toBeTruthy();
});

test('a study of which a part has arrived says so', async () => {
  open({ study: { instances: 120, announced: 400 } });
  const { row } = await firstRow();
  expect(row.getByText('Incomplete: 120 of 400')).toBeTruthy();
});

test('a shipment without a patient goes by its code, and leads to the list of its partner', async () => {
  const shipment = { ...checkup, firstName: '', lastName: '', name: 'Göndəriş' };
  const { user } = open({
    study: { proposals: [{ checkup: shipment, reasons: ['shipment', 'time'] }] },
  });
  const { row } = await firstRow();
  const link = row.getByRole('link', { name: 'No patient yet' });
  expect(link.getAttribute('href')).toBe('/admin/dashboard/checkups?partner=p1');
  await user.click(row.getByRole('button', { name: 'Assign to DQ0001AB7' }));
  expect(await screen.findByText('Assigned: DQ0001AB7')).toBeTruthy();
});

test('the main action of a row is only what says who the patient is', async () => {
  open({
    study: {
      proposals: [
        { checkup, reasons: ['name'] },
        { checkup: other, reasons: ['shipment', 'time'] },
      ],
    },
  });
  const { row } = await firstRow();
  const [named, guessed] = row.getAllByRole('button', { name: /^Assign to /, hidden: true });
  expect(named?.className).toContain('bg-accent');
  expect(guessed?.className).not.toContain('bg-accent');
});

test('a study is set aside, and brought back from the toast', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Set aside' }));
  expect(await screen.findByText('Set aside: Nigar Huseynova')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent('POST').map(({ path }) => path)).toEqual([`${PATH}/s1/aside`, `${PATH}/s1/undo`]),
  );
});

test('an examination is created for a partner with the names of the file', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Create an examination' }));
  expect(dialog().getByLabelText(/^First Name/)).toHaveProperty('value', 'Nigar');
  expect(dialog().getByLabelText(/^Last Name/)).toHaveProperty('value', 'Huseynova');
  await refused(user, 'Create Examination', intakeMessages.partnerMissing());
  await user.click(dialog().getByRole('combobox', { name: /^Partner/ }));
  await user.click(await screen.findByRole('option', { name: 'Aygün Məmmədova' }));
  await press(user, 'Create Examination');
  expect(await screen.findByText('Examination created: Nigar Huseynova')).toBeTruthy();
  expect(JSON.parse(String(sent('POST')[0]?.body))).toEqual({
    partner: 'p1',
    firstName: 'Nigar',
    lastName: 'Huseynova',
    name: 'Panoram rentgen',
  });
}, 20_000);

test('a study is assigned to an examination that was not proposed', async () => {
  const { user, sent } = open({ study: { proposals: [] } });
  await user.click(await screen.findByRole('button', { name: 'Assign to another examination' }));
  await user.click(dialog().getByRole('combobox', { name: /^Examination/ }));
  await user.click(await screen.findByRole('option', { name: /DQ0001AB7/ }));
  await press(user, 'Assign');
  expect(await screen.findByText('Assigned: Nigar Hüseynova')).toBeTruthy();
  expect(sent('POST')[0]?.body).toBe(JSON.stringify({ checkup: 'c1' }));
}, 20_000);

test('a conflicting instance is discarded after a question', async () => {
  const { user, sent } = open({ study: { conflicts: [conflict] } });
  await user.click(await screen.findByText('1 conflicting instance'));
  await user.click(screen.getByRole('button', { name: 'Discard 2.25.99' }));
  expect(await answer(user, 'Discard')).toContain('2.25.99');
  expect(await screen.findByText(intakeMessages.discarded())).toBeTruthy();
  expect(sent('DELETE')[0]?.path).toBe(`${PATH}/s1/conflicts/i9`);
});

const firstPatient: IntakeStudy['firstPatient'] = {
  patientName: 'Nigar Huseynova',
  birthDate: '1980-02-03',
  reasons: ['other-name'],
};

test('images of another patient say in red in whose study they came', async () => {
  const about = { patientName: 'Orxan Quliyev', birthDate: '1990-01-05', sex: 'M' };
  open({ study: { ...about, firstPatient, proposals: [{ checkup, reasons: ['accession'] }] } });
  const { cells, row } = await firstRow();
  expect(cells[1]).toContain('Orxan Quliyevborn 05.01.1990');
  const warning = row.getByText('Came in the study of Nigar Huseynova, 03.02.1980');
  expect(warning.className).toContain('text-danger');
  expect(row.getByText('Other name').className).toContain('text-danger');
  const assign = row.getByRole('button', { name: 'Assign to Nigar Hüseynova, DQ0001AB7' });
  expect(assign.className).not.toContain('bg-accent');
});

test('images of another patient are assigned after a question that names both', async () => {
  const reasons: IntakeStudy['proposals'][number]['reasons'] = ['accession', 'other-name'];
  const study = { patientName: 'Orxan Quliyev', firstPatient, proposals: [{ checkup, reasons }] };
  const { user, sent } = open({ study });
  await user.click(
    await screen.findByRole('button', { name: 'Assign to Nigar Hüseynova, DQ0001AB7' }),
  );
  const question = await answer(user, 'Yenə də əlavə et');
  expect(question).toContain('Orxan Quliyev');
  expect(question).toContain('Nigar Hüseynova');
  expect(await screen.findByText('Assigned: Nigar Hüseynova')).toBeTruthy();
  const body = JSON.stringify({ checkup: 'c1', confirmDifferentPatient: true });
  expect(sent('POST')).toMatchObject([{ path: `${PATH}/s1/assign`, body }]);
});

test('a study says that images of another patient are an entry of their own', async () => {
  open({ study: { isShared: true } });
  const { row } = await firstRow();
  expect(row.getByText(/Later images name another patient/)).toBeTruthy();
});

test('the list of what was assigned says by whom, and undoes it', async () => {
  const study = { state: 'assigned', assignment } as const;
  const { user, sent, server } = open({ study, address: 'intake?list=assigned' });
  const { row } = await firstRow();
  expect(server.to(PATH)[0]?.query.get('list')).toBe('assigned');
  const note = row.getByText('Assigned by gunel, 23.11.2026 10:10');
  // On a phone the cell is a grid: its content must be one element beside the label.
  expect(note.closest('td')?.childElementCount).toBe(1);
  await user.click(row.getByRole('button', { name: 'Undo the assignment' }));
  await waitFor(() => expect(sent('POST')[0]?.path).toBe(`${PATH}/s1/undo`));
});

test('later instances of a study whose examination was deleted can be freed from it', async () => {
  const study = { proposals: [], assignment: { ...assignment, checkup: null } };
  const { user, sent } = open({ study });
  const { row } = await firstRow();
  expect(row.getByText('The examination was deleted')).toBeTruthy();
  await user.click(row.getByRole('button', { name: 'Undo the assignment' }));
  await waitFor(() =>
    expect(sent('POST')[0]?.body).toBe(JSON.stringify({ assignment: assignment.at })),
  );
});

test('an empty list and a list that cannot be loaded say so', async () => {
  const replies = [{ status: 500, text: '' }, listOf()];
  const { user } = openSection('intake', { [`GET ${PATH}`]: () => replies.shift() ?? {} });
  expect(await screen.findByText(intakeMessages.listFailed())).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Refresh Page' }));
  expect(await screen.findByText('Every study has been assigned')).toBeTruthy();
});
