import type { ProposedLink } from '@deqiq/contract/referrals/patients/proposed-links.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { firstRow, openSection } from '../../../../testing/admin/admin.tsx';
import { checkupOf } from '../../../../testing/checkups.ts';
import type { Reply } from '../../../../testing/server.ts';

const PATH = '/api/admin/patients/proposals';
const LINK = 'PUT /api/admin/checkups/c7/patient';

const proposal: ProposedLink = {
  checkup: {
    _id: 'c7',
    code: 'DQ0007AB7',
    firstName: 'NİGAR',
    lastName: 'Huseynova',
    name: 'KLKT',
    startDate: '2024-03-01T00:00:00.000Z',
    createdAt: '2024-03-01T05:00:00.000Z',
    partner: { _id: 'p1', firstName: 'Aygün', lastName: 'Məmmədova' },
  },
  patient: {
    _id: 'pat1',
    code: 'DP0001AB7',
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    birthDate: '1990-02-01T00:00:00.000Z',
  },
  same: ['partner', 'birthDate'],
};

const open = (routes: Record<string, Reply | (() => Reply)>) =>
  openSection('patients/links', {
    [LINK]: { body: { checkup: checkupOf(), message: '' } },
    ...routes,
  });

const onePart = (proposals: ProposedLink[], next: string | null = null) => ({
  [`GET ${PATH}`]: { body: { proposals, next } },
});

test('a row shows both, and what is the same', async () => {
  open(onePart([proposal]));
  const { cells } = await firstRow();
  expect(cells.slice(0, 4)).toEqual([
    'Nigar Hüseynova01.02.1990 · DP0001AB7',
    expect.stringMatching(/^NİGAR Huseynova.* · 1 mart 2024 · DQ0007AB7$/),
    'Aygün Məmmədova',
    'Name, partner, birth date in the X-ray',
  ]);
});

test('one press links, and Undo takes it back', async () => {
  const { user, sent } = open(onePart([proposal]));
  await user.click(
    await screen.findByRole('button', { name: 'Link DQ0007AB7 to Nigar Hüseynova' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent('PUT').map(({ body }) => body)).toEqual([
      JSON.stringify({ patient: 'pat1' }),
      JSON.stringify({ patient: null }),
    ]),
  );
});

test('a part without a proposal leads to earlier patients', async () => {
  const { user, server } = open(onePart([], '41'));
  await screen.findByText('No proposals for these patients');
  await user.click(screen.getByRole('link', { name: 'Earlier Patients' }));
  await waitFor(() => expect(server.to(PATH).at(-1)?.query.get('before')).toBe('41'));
});

test('without any proposal there is nothing to do', async () => {
  open(onePart([]));
  await screen.findByText('No Proposals');
  expect(screen.queryByRole('link', { name: 'Earlier Patients' })).toBeNull();
});

test('a list that failed can be loaded again', async () => {
  const answers: Reply[] = [
    { status: 500, text: '' },
    { body: { proposals: [proposal], next: null } },
  ];
  const { user } = open({ [`GET ${PATH}`]: () => answers.shift() ?? {} });
  await screen.findByText('Failed to load the proposals');
  await user.click(screen.getByRole('button', { name: 'Refresh Page' }));
  await firstRow();
});
