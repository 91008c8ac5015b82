import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSection, readError } from '../../../../testing/admin/admin.tsx';
import { onePage, referralOf } from '../../../../testing/admin/admin-referrals.ts';
import type { Reply } from '../../../../testing/server.ts';

const PATH = '/api/admin/referrals';
const leyla = { _id: 'a3', name: 'leyla' };

const second = referralOf({
  _id: 'r2',
  patient: { ...referralOf().patient, firstName: 'Elçin', lastName: 'Əliyev' },
  assignee: leyla,
});

const saved = (referral: Referral): Reply => ({ body: { referral, message: '' } });

function open(address = 'referrals', routes: Record<string, Reply> = {}) {
  const first = referralOf({ assignee: null });
  return openSection(address, {
    [`GET ${PATH}`]: { body: { referrals: [first, second], pagination: onePage(2) } },
    [`GET ${PATH}/r2`]: { body: { referral: second } },
    [`PUT ${PATH}/r1/assignee`]: saved(first),
    [`PUT ${PATH}/r2/assignee`]: saved(second),
    'GET /api/admin/checkups': { body: { checkups: [], pagination: onePage(0) } },
    'GET /api/admin/results/unopened': { body: { results: [], hasMore: false } },
    ...routes,
  });
}

type Opened = ReturnType<typeof open>;

const readMenu = async () =>
  (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);

const bodies = ({ sent }: Opened) => sent('PUT').map(({ path, body }) => `${path} ${body}`);

async function selectBoth({ user }: Opened): Promise<void> {
  for (const name of ['Nigar Hüseynova', 'Elçin Əliyev'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
}

const bar = () => within(screen.getByRole('region', { name: 'Selected rows' }));

test('a row shows who is responsible; a press assigns me, and Undo takes it back', async () => {
  const opened = open();
  const { user } = opened;
  await screen.findByRole('button', { name: 'Responsible: leyla' });
  await user.click(screen.getByRole('button', { name: 'Responsible: No one' }));
  expect(await readMenu()).toEqual(['Me (admin)', 'leyla']);
  await user.click(screen.getByRole('menuitem', { name: 'Me (admin)' }));
  await screen.findByText(`${referralMessages.assigned()}: Nigar Hüseynova`);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(bodies(opened)).toEqual([
      `${PATH}/r1/assignee {"assignee":"a1","instead":null}`,
      `${PATH}/r1/assignee {"assignee":null,"instead":"a1"}`,
    ]),
  );
});

test('from the keyboard, a referral with a responsible person is left to no one', async () => {
  const opened = open();
  const { user } = opened;
  (await screen.findByRole('button', { name: 'Responsible: leyla' })).focus();
  await user.keyboard('{Enter}');
  expect(await readMenu()).toEqual(['Me (admin)', 'No one']);
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('No one'));
  await user.keyboard('{Enter}');
  await screen.findByText(`${referralMessages.unassigned()}: Elçin Əliyev`);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(bodies(opened).at(-1)).toBe(`${PATH}/r2/assignee {"assignee":"a3","instead":null}`),
  );
});

test('all selected referrals get one person, and Undo gives each its own back', async () => {
  const opened = open();
  await selectBoth(opened);
  await opened.user.click(bar().getByRole('button', { name: 'Assign' }));
  expect(await readMenu()).toEqual(['Me (admin)', 'leyla', 'No one']);
  await opened.user.click(screen.getByRole('menuitem', { name: 'Me (admin)' }));
  await screen.findByText('2 changed');
  await opened.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(bodies(opened)).toEqual([
      `${PATH}/r1/assignee {"assignee":"a1","instead":null}`,
      `${PATH}/r2/assignee {"assignee":"a1","instead":"a3"}`,
      `${PATH}/r1/assignee {"assignee":null,"instead":"a1"}`,
      `${PATH}/r2/assignee {"assignee":"a3","instead":"a1"}`,
    ]),
  );
});

test('a referral that could not be assigned is named and stays selected, the other one is done', async () => {
  const refusal = { status: 404, body: { message: 'Referral not found' } };
  const opened = open('referrals', { [`PUT ${PATH}/r2/assignee`]: refusal });
  await selectBoth(opened);
  await opened.user.click(bar().getByRole('button', { name: 'Assign' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: 'leyla' }));
  await readError(opened.user, 'Not changed: Elçin Əliyev: Referral not found');
  expect(bar().getByRole('status').textContent).toBe('1 selected');
});

test('the filter knows me, no one and every account, and is in the address', async () => {
  const { user, server, where } = open();
  await user.click(await screen.findByRole('combobox', { name: 'Responsible' }));
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(options).toEqual(['All staff', 'Mine', 'Unassigned', 'kamal', 'leyla']);
  await user.click(screen.getByRole('option', { name: 'Mine' }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/referrals?assignee=me'));
  await waitFor(() => expect(server.to(PATH).at(-1)?.query.get('assignee')).toBe('me'));
});

test('a link to the referrals of a removed account says so', async () => {
  open('referrals?assignee=gone');
  const filter = await screen.findByRole('combobox', { name: 'Responsible' });
  await waitFor(() => expect(filter.textContent).toContain('Unknown member of staff'));
});

test('the page of a referral has the same choice', async () => {
  const opened = open();
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: 'Elçin Əliyev' }));
  const page = within(await screen.findByRole('dialog'));
  await user.click(await page.findByRole('button', { name: 'Responsible: leyla' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Me (admin)' }));
  await waitFor(() =>
    expect(bodies(opened)).toEqual([`${PATH}/r2/assignee {"assignee":"a1","instead":"a3"}`]),
  );
});
