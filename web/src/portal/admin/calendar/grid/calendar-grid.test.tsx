import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../../../api/http/query.ts';
import {
  appointmentOf,
  DAY,
  kindOf,
  machineOf,
  openCalendar,
} from '../../../../testing/admin/admin-calendar.ts';
import { queriesRendered } from '../../../../testing/query.ts';
import { toInstant } from '../times/times.ts';

const MACHINES = 5;
const EACH = 40;

/** A full day: forty appointments of ten minutes at each of five machines. */
const machines = Array.from({ length: MACHINES }, (_, index) =>
  machineOf({ _id: `d${index}`, name: `OPG ${index}` }),
);
const appointments = machines.flatMap(({ _id: device }) =>
  Array.from({ length: EACH }, (_, index) =>
    appointmentOf({
      _id: `${device}-${index}`,
      device,
      startsAt: toInstant(DAY, 9 * 60 + index * 10),
      minutes: 10,
    }),
  ),
);

/** Elements of one card: each of them is painted two hundred times. */
const MAX_ELEMENTS = 9;

/** Resolves once no query is fetching and React has rendered every result. */
async function settled(): Promise<void> {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await queriesRendered();
}

test('a card of a full day is made of few elements', async () => {
  openCalendar({ machines, kinds: [kindOf()], appointments });
  const cards = () => [...document.querySelectorAll('[data-card]')];
  await waitFor(() => expect(cards()).toHaveLength(MACHINES * EACH));
  for (const card of cards())
    expect(card.querySelectorAll('*').length + 1).toBeLessThanOrEqual(MAX_ELEMENTS);
});

test('a poll of a full day without changes renders nothing', async () => {
  const kinds = [kindOf({ machines: machines.map(({ _id }) => _id) })];
  const { drawings, server } = openCalendar({ machines, kinds, appointments });
  await waitFor(() =>
    expect(document.querySelectorAll('[data-subject]')).toHaveLength(MACHINES * EACH),
  );
  await screen.findByLabelText('Bildirişlər');
  let before = -1;
  while (before !== drawings()) {
    before = drawings();
    await settled();
  }
  await queryClient.refetchQueries({ queryKey: ['admin'] });
  await settled();
  expect(server.to('/api/admin/appointments')).toHaveLength(2);
  expect(drawings()).toBe(before);
});
