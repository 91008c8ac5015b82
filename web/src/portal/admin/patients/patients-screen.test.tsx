import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import type { Patient } from '@deqiq/contract/referrals/patients/patients.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, dialog, openSection, press } from '../../../testing/admin/admin.tsx';
import { onePage, patientOf, referralOf } from '../../../testing/admin/admin-referrals.ts';
import { checkupOf, listOf } from '../../../testing/checkups.ts';
import type { Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/patients';
const alias = patientOf({
  _id: 'pat9',
  code: 'DP0009XY1',
  firstName: 'Nigar',
  lastName: 'Huseynova',
});

type Options = {
  address?: string;
  aliases?: Patient[];
  routes?: Record<string, Reply | (() => Reply)>;
};

function open({ address = 'patients', aliases = [], routes = {} }: Options = {}) {
  const patient = patientOf();
  const checkups = [
    checkupOf({ name: 'KLKT', startDate: '2026-11-19T00:00:00.000Z', code: 'DQ2' }),
    checkupOf({ name: 'Panoram rentgen', startDate: '2024-03-01T00:00:00.000Z', code: 'DQ1' }),
  ];
  return openSection(address, {
    [`GET ${PATH}`]: { body: { patients: [patient, alias], pagination: onePage(2) } },
    [`GET ${PATH}/pat1`]: { body: { patient, aliases, checkups, referrals: [referralOf()] } },
    [`GET ${PATH}/pat1/openings`]: { body: { openings: [] } },
    [`GET ${PATH}/similar`]: { body: { patients: [patient] } },
    [`POST ${PATH}`]: { body: { patient, message: '' } },
    [`PUT ${PATH}/pat1`]: { body: { patient, message: '' } },
    [`POST ${PATH}/pat1/merge`]: { body: { patient, message: '' } },
    [`POST ${PATH}/pat1/unmerge`]: { body: { patient, message: '', later: [] } },
    ...routes,
  });
}

const SEARCH = 'Name, birth date, phone, national ID or code...';

test.each([
  ['Nigar', 'name', 'Nigar'],
  ['01.02.1990', 'birthDate', '1990-02-01'],
  ['050 123 45 67', 'phone', '050 123 45 67'],
  ['5ZKX1A2', 'nationalId', '5ZKX1A2'],
])('one field finds patients: %s is a %s', async (typed, filter, value) => {
  const { user, server } = open();
  await screen.findByRole('link', { name: 'Nigar Hüseynova' });
  await user.type(screen.getByPlaceholderText(SEARCH), `${typed}{Enter}`);
  await waitFor(() => expect(server.to(PATH).at(-1)?.query.get(filter)).toBe(value));
});

test('a scanned code opens the page of its patient', async () => {
  const { user, where } = open();
  await screen.findByRole('link', { name: 'Nigar Hüseynova' });
  const code = patientCodes.format({ seq: 1, id: 'pat1' });
  await user.type(screen.getByPlaceholderText(SEARCH), `${code}{Enter}`);
  await waitFor(() => expect(where()).toBe('/admin/dashboard/patients/pat1'));
});

test('records that may be of the same person appear during typing', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Add Patient' }));
  await user.type(dialog().getByLabelText(/^First Name/), 'Nigar');
  await user.type(dialog().getByLabelText(/^Last Name/), 'Hüseynova');
  const proposals = within(await screen.findByRole('region', { name: 'Similar patients' }));
  const link = await proposals.findByRole('link', { name: 'Open Nigar Hüseynova, DP0001AB7' });
  expect(link.getAttribute('href')).toBe('/admin/dashboard/patients/pat1');
  await press(user, 'Add Patient');
  expect(await answer(user, 'Bəli')).toContain('Nigar Hüseynova will be added.');
  await waitFor(() =>
    expect(JSON.parse(String(sent('POST')[0]?.body))).toMatchObject({
      firstName: 'Nigar',
      lastName: 'Hüseynova',
    }),
  );
});

test('the page of a patient has the examinations of all years, and the referrals', async () => {
  open({ address: 'patients/pat1' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Nigar Hüseynova' })).toBeTruthy();
  const years = screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent);
  expect(years).toEqual(['2026', '2024']);
  expect(screen.getAllByRole('link', { name: /KLKT|Panoram/ })).toHaveLength(3);
  expect(screen.getByText('DP0001AB7')).toBeTruthy();
});

test('a merge shows both records, asks, and can be undone', async () => {
  const { user, sent } = open({ address: 'patients/pat1' });
  await user.click(await screen.findByRole('button', { name: 'Merge' }));
  await user.click(dialog().getByRole('combobox', { name: /^The other record/ }));
  await user.click(await screen.findByRole('option', { name: /DP0009XY1/ }));
  expect(dialog().getByText('Stays')).toBeTruthy();
  expect(dialog().getByRole('heading', { name: 'Nigar Huseynova' })).toBeTruthy();
  await press(user, 'Merge');
  expect(await answer(user, 'Merge')).toContain('Nigar Huseynova (DP0009XY1)');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const other = JSON.stringify({ other: 'pat9' });
  await waitFor(() =>
    expect(sent('POST')).toMatchObject([
      { path: `${PATH}/pat1/merge`, body: other },
      { path: `${PATH}/pat1/unmerge`, body: other },
    ]),
  );
}, 20_000);

test('taking a record out again lists what came since the merge', async () => {
  const later = [{ kind: 'checkup', _id: 'c1', at: '2026-11-23T06:05:00.000Z' }];
  const unmerged = { body: { patient: patientOf(), message: '', later } };
  const { user } = open({
    address: 'patients/pat1',
    aliases: [alias],
    routes: { [`POST ${PATH}/pat1/unmerge`]: unmerged },
  });
  await user.click(await screen.findByRole('button', { name: 'Unmerge DP0009XY1' }));
  await answer(user, 'Unmerge');
  expect(await screen.findByText('Examination, 23.11.2026 10:05')).toBeTruthy();
});

test('the edit dialog of an examination links it to a record', async () => {
  const checkup = checkupOf({ _id: 'c1' });
  const saved = { body: { checkup, message: '' } };
  const { user, sent } = open({
    address: 'checkups',
    routes: {
      'GET /api/admin/checkups': { body: listOf([checkup]) },
      'PUT /api/admin/checkups/c1/patient': saved,
      'POST /api/admin/checkups/merge-chunks': saved,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.click(dialog().getByRole('combobox', { name: 'Patient Record' }));
  await user.click(await screen.findByRole('option', { name: /DP0001AB7/ }));
  await press(user, 'Save Changes');
  await answer(user, 'Bəli');
  await waitFor(() => expect(sent('PUT')[0]?.body).toBe(JSON.stringify({ patient: 'pat1' })));
}, 20_000);

test('the page of a patient says who opened the X-rays', async () => {
  const opening = {
    checkup: 'c1',
    name: 'KLKT',
    at: '2026-11-23T06:05:00.000Z',
    isDownload: false,
  };
  const openings = [
    { ...opening, role: 'partner', person: 'Aygün Məmmədova', isDownload: true },
    { ...opening, role: 'visitor', person: '' },
  ];
  const answers: Reply[] = [{ status: 500, text: '' }, { body: { openings } }];
  const { user } = open({
    address: 'patients/pat1',
    routes: { [`GET ${PATH}/pat1/openings`]: () => answers.shift() ?? {} },
  });
  await screen.findByText('Failed to load who opened the X-rays');
  await user.click(screen.getByRole('button', { name: 'Refresh Page' }));
  const line = await screen.findByText('Aygün Məmmədova', { selector: 'li' });
  expect(line.textContent).toMatch(/Partner · .+ · downloaded · 23\.11\.2026 10:05$/);
  expect(screen.getByText('By a shared link')).toBeTruthy();
});

test('X-rays that were never opened are said to be so', async () => {
  open({ address: 'patients/pat1' });
  await screen.findByText('Not opened yet');
});
