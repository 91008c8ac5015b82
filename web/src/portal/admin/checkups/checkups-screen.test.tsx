import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, openSection, readError } from '../../../testing/admin/admin.tsx';
import { PATH, serve, user } from '../../../testing/admin/admin-checkups.tsx';
import { checkupOf, linkOf, listOf } from '../../../testing/checkups.ts';
import { renderScreen } from '../../../testing/portal.tsx';
import type { Reply } from '../../../testing/server.ts';
import { CheckupsScreen } from './checkups-screen.tsx';

afterEach(() => vi.useRealTimers());

test('staff see number, patient, doctor and recipe files, the count and the disk', async () => {
  const checkup = checkupOf({
    fileLinks: [linkOf('recipe.jpg')],
    xrayFileLinks: [linkOf('opg.jpg'), linkOf('a.dcm')],
  });
  const body = listOf([checkup, { ...checkupOf(), status: 'odd' as 'pending' }], 2, 12);
  serve({ [`GET ${PATH}`]: { body } });
  renderScreen('admin', CheckupsScreen, '/?page=2');
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
  expect(first?.textContent).toContain('11Nərgiz QuliyevaCompleted');
  expect(first?.textContent).toContain('Aygün Məmmədova');
  for (const name of ['Open recipe.jpg', 'Open opg.jpg', 'Download a.dcm'])
    expect(within(first as HTMLElement).getByRole('button', { name })).toBeDefined();
  expect(second?.textContent).toContain('Naməlum');
  expect(screen.getByText('Showing 11 to 12 of 12 results')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Disk' }).textContent).toBe(
    'Total 458GFree 315GUsed 28%',
  );
});

test('a row names the patient to its buttons, and no line of its facts ends with a dot', async () => {
  const checkup = checkupOf({ xrayFileLinks: [linkOf('a.dcm')], code: 'DQ001YTQV' });
  serve({ [`GET ${PATH}`]: { body: listOf([checkup]) } });
  renderScreen('admin', CheckupsScreen);
  for (const name of ['Edit', 'Delete', 'X-ray files', 'Share'])
    expect((await screen.findByRole('button', { name })).ariaDescription).toBe('Nərgiz Quliyeva');
  const facts = screen.getByText('Panoram rentgen').parentElement?.children ?? [];
  expect([...facts].map(({ textContent }) => textContent)).toEqual([
    'Panoram rentgen',
    ' · 19 noyabr 2026',
    ' · 1 X-ray file',
    ' · DQ001YTQV',
  ]);
});

test('a list that cannot be loaded shows an error with a retry', async () => {
  const answers: Reply[] = [{ status: 500, text: '' }, { body: listOf([checkupOf()]) }];
  serve({ [`GET ${PATH}`]: () => answers.shift() ?? {} });
  renderScreen('admin', CheckupsScreen);
  expect(await screen.findByText('Oops! Something went wrong')).toBeDefined();
  expect(screen.getByText('Failed to load checkups')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Refresh Page' }));
  expect(await screen.findByRole('table')).toBeDefined();
});

test('the list polls every 10 s', async () => {
  vi.useFakeTimers();
  const server = serve();
  renderScreen('admin', CheckupsScreen);
  await act(() => vi.advanceTimersByTimeAsync(9_900));
  expect(server.to(PATH)).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(server.to(PATH)).toHaveLength(2);
});

test('typing alone searches nothing; Enter searches from page 1', async () => {
  const server = serve();
  renderScreen('admin', CheckupsScreen, '/?page=2');
  await screen.findByRole('table');
  await user.type(screen.getByRole('searchbox'), 'nərgiz');
  expect(server.to(PATH)).toHaveLength(1);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.to(PATH).at(-1)?.query.get('name')).toBe('nərgiz'));
  expect(server.to(PATH).at(-1)?.query.get('page')).toBe('1');
});

test('deleting a checkup asks first, and a failure shows the default message', async () => {
  const checkup = checkupOf();
  const server = serve({
    [`GET ${PATH}`]: { body: listOf([checkup]) },
    [`DELETE ${PATH}/${checkup._id}`]: { status: 500, text: '' },
  });
  renderScreen('admin', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Nərgiz Quliyeva');
  await answer(user, 'Ləğv et');
  expect(server.to(`${PATH}/${checkup._id}`)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await answer(user, 'Bəli');
  await readError(user, 'Failed to delete the checkup.');
  expect(server.to(`${PATH}/${checkup._id}`)).toHaveLength(1);
});

test('a deleted row is restored by one press', async () => {
  const checkup = checkupOf();
  const deletion = { _id: 'd1', kind: 'checkup', checkup: checkup._id };
  const other = { _id: 'd2', kind: 'file', checkup: checkup._id };
  const { server, user } = openSection('checkups', {
    [`GET ${PATH}`]: { body: listOf([checkup]) },
    [`DELETE ${PATH}/${checkup._id}`]: { body: { message: '' } },
    [`GET ${PATH}/deleted`]: { body: { deletions: [other, deletion] } },
    [`POST ${PATH}/deleted/d1/restore`]: { body: { message: '' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await answer(user, 'Bəli');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.to(`${PATH}/deleted/d1/restore`)).toHaveLength(1));
  expect(server.to(`${PATH}/deleted`)[0]?.query.get('name')).toBe('Nərgiz Quliyeva');
});

test.each(['1e30', '-3', '1.5', 'two'])('?page=%s is page 1', async (page) => {
  const server = serve();
  renderScreen('admin', CheckupsScreen, `/?page=${page}`);
  await screen.findByRole('table');
  expect(server.to(PATH)[0]?.query.get('page')).toBe('1');
});
