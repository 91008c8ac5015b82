import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkupOf, linkOf, listOf } from '../../../testing/checkups.ts';
import { renderScreen } from '../../../testing/portal.tsx';
import { stubServer } from '../../../testing/server.ts';
import { CheckupsScreen } from '../checkups/checkups-screen.tsx';

test('the list marks a new answer and an open question, and leads to them, also without pictures', async () => {
  const xrayFileLinks = [linkOf('opg.dcm')];
  stubServer({
    'GET /api/partner/misc/checkups': {
      body: listOf([
        checkupOf({ _id: 'c1', firstName: 'Nərgiz', xrayFileLinks }),
        checkupOf({ _id: 'c2', firstName: 'Aynur', xrayFileLinks: [] }),
        checkupOf({ _id: 'c3', firstName: 'Leyla', xrayFileLinks }),
      ]),
    },
    'GET /api/partner/misc/counters': {
      body: {
        counters: { questions: 2 },
        conversations: [
          { _id: 'c1', unread: 2, isOpen: true },
          { _id: 'c2', unread: 0, isOpen: true },
        ],
      },
    },
  });
  renderScreen('partner', CheckupsScreen);
  const findRow = async (name: string) =>
    within(await screen.findByRole('row', { name: new RegExp(name) }));
  expect(await (await findRow('Nərgiz')).findByText('Yeni cavab')).toBeTruthy();
  const waiting = await findRow('Aynur');
  expect(waiting.getByText('Sual cavab gözləyir')).toBeTruthy();
  expect(waiting.getByRole('link', { name: 'Rəy və suallar' }).getAttribute('href')).toBe(
    '/partner/dashboard/rentgen/c2',
  );
  const plain = await findRow('Leyla');
  expect(plain.queryByText(/cavab/)).toBeNull();
  expect(plain.getByRole('link', { name: 'Rəy və suallar' })).toBeTruthy();
});
