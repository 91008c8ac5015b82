import type { OwnMonth } from '@deqiq/contract/desk/month.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { formatMonth, today } from '../../../lib/format.ts';
import { renderScreen } from '../../../testing/portal.tsx';
import { type Reply, stubServer } from '../../../testing/server.ts';
import { addMonths } from '../../month/months.ts';
import { OwnMonthScreen } from './month-screen.tsx';

const PATH = 'GET /api/partner/month';
const present = today().slice(0, 7);

const none = {
  examinations: 0,
  unopened: 0,
  hoursUntilReported: null,
  hoursUntilOpened: null,
  referrals: 0,
  appointments: 0,
  missed: 0,
};

const month: OwnMonth = {
  month: present,
  figures: { ...none, examinations: 12, hoursUntilOpened: 1.5 },
  lastMonth: { ...none, examinations: 9 },
  lastYear: none,
  days: { count: [2, 10], before: [9], lastYear: [] },
};

const open = (reply: Reply) => {
  const server = stubServer({ [PATH]: reply });
  renderScreen('partner', OwnMonthScreen);
  return server;
};

test('a doctor reads the own month beside those before', async () => {
  const { to } = open({ body: month });
  const tile = (await screen.findByText('Nəticələr', { selector: 'dt' })).parentElement;
  const [former, lastYear] = [-1, -12].map((months) => formatMonth(addMonths(present, months)));
  expect(tile?.textContent).toBe(`Nəticələr12${former}: 9${lastYear}: 0`);
  const link = screen.getAllByRole('link', { name: '12' })[0];
  expect(link?.getAttribute('href')).toBe(`/partner/dashboard/rentgen?ready=${present}`);
  // No list has the same rows.
  for (const label of ['Göndərişlər', 'Pasiyentlərinizin qəbulları', 'Gəlməyənlər'])
    expect(screen.getByText(label).parentElement?.querySelector('a')).toBeNull();
  const before = addMonths(present, -1);
  await userEvent.click(screen.getByRole('button', { name: 'Əvvəlki ay' }));
  await waitFor(() => expect(to('/api/partner/month').at(-1)?.query.get('month')).toBe(before));
  expect(screen.getByRole('heading', { name: formatMonth(before) })).toBeTruthy();
});

test('figures that cannot be loaded can be asked for again', async () => {
  open({ status: 500, body: { message: '' } });
  expect(await screen.findByText('Göstəricilər yüklənmədi')).toBeTruthy();
});
