import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import * as deviceMessages from '@deqiq/messages/machines/devices.js';
import * as kindMessages from '@deqiq/messages/referrals/kinds.js';
import * as hoursMessages from '@deqiq/messages/referrals/opening-hours.js';
import * as kitTexts from '@deqiq/messages/ui/kit.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, dialog, openSection, press, readError } from '../../../../testing/admin/admin.tsx';
import { hoursOf, kindOf, machineOf } from '../../../../testing/admin/admin-calendar.ts';
import { later, type Reply } from '../../../../testing/server.ts';

const KINDS = '/api/admin/kinds';
const HOURS = '/api/admin/opening-hours';

type Routes = Parameters<typeof openSection>[1];
type Options = {
  kinds?: Kind[];
  takesDeposits?: boolean;
  hours?: OpeningHours;
  routes?: Routes;
};

function open({
  kinds = [kindOf()],
  takesDeposits = true,
  hours = hoursOf('d1'),
  routes = {},
}: Options = {}) {
  const saved = { body: { kind: kindOf(), message: '' } };
  return openSection('calendar/settings', {
    'GET /api/admin/devices': {
      body: { devices: [machineOf(), machineOf({ _id: 'd2', name: 'CBCT 1' })], intake: null },
    },
    [`GET ${KINDS}`]: { body: { kinds, takesDeposits } },
    [`GET ${HOURS}`]: { body: { hours } },
    [`POST ${KINDS}`]: saved,
    [`PUT ${KINDS}/k1`]: saved,
    [`DELETE ${KINDS}/k1`]: { body: { message: '' } },
    [`PUT ${HOURS}`]: { body: { hours, message: '' } },
    ...routes,
  });
}

type Opened = ReturnType<typeof open>;

const bodyOf = (request: { body: BodyInit | null } | undefined): unknown =>
  JSON.parse(String(request?.body));

const table = async (name: string) => within(await screen.findByRole('table', { name }));

async function edit(user: Opened['user'], name: string): Promise<void> {
  const [first] = (await table(name)).getAllByRole('button', { name: 'Edit' });
  if (first) await user.click(first);
}

async function fill(user: Opened['user'], label: RegExp, text: string): Promise<void> {
  const field = dialog().getByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
}

test('the page lists kinds and hours', async () => {
  open();
  expect((await table('Kinds of Examination')).getAllByRole('row')[1]?.textContent).toContain(
    'Panoramic X-rayPanoramic X-ray15 min25,00 ₼OPG 1',
  );
  const rows = (await table('Opening Hours')).getAllByRole('row');
  expect(rows[1]?.textContent).toContain('OPG 1Fri 09:00–18:00');
  expect(rows[2]?.textContent).toContain('CBCT 1Closed');
});

test('while the machines load, and after they failed, the page does not say that there are none', async () => {
  const devices = later<Reply>();
  const { user, server } = open({ routes: { 'GET /api/admin/devices': () => devices.promise } });
  await waitFor(() => expect(server.to('/api/admin/devices')).toHaveLength(1));
  expect(await screen.findByText(kitTexts.loading())).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  devices.resolve({ status: 500, body: {} });
  expect((await screen.findByRole('alert')).textContent).toContain(deviceMessages.listFailed());
  expect(screen.queryByText(/^No machine/)).toBeNull();
  await user.click(screen.getByRole('button', { name: kitTexts.refresh() }));
  await waitFor(() => expect(server.to('/api/admin/devices')).toHaveLength(2));
});

test('a machine of a kind that was revoked is shown and not lost', async () => {
  const revoked = machineOf({ _id: 'd3', name: 'OPG 2', revokedAt: '2026-11-02T05:00:00.000Z' });
  const other = machineOf({ _id: 'd4', name: 'OPG 3', revokedAt: '2026-11-02T05:00:00.000Z' });
  const { user, sent } = open({
    kinds: [kindOf({ machines: ['d1', 'd3'] })],
    routes: {
      'GET /api/admin/devices': {
        body: {
          devices: [machineOf(), machineOf({ _id: 'd2', name: 'CBCT 1' }), revoked, other],
          intake: null,
        },
      },
    },
  });
  await edit(user, 'Kinds of Examination');
  const boxes = dialog().getAllByRole('checkbox');
  expect(boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'OPG 1',
    'CBCT 1',
    'OPG 2 (Revoked)',
  ]);
  await user.click(dialog().getByRole('checkbox', { name: 'CBCT 1' }));
  await press(user, 'Save');
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  expect(bodyOf(sent('PUT')[0])).toMatchObject({ machines: ['d1', 'd2', 'd3'] });
});

test('an owner adds a kind', async () => {
  const { user, sent } = open({ kinds: [] });
  await user.click(await screen.findByRole('button', { name: 'Add Kind' }));
  await user.click(dialog().getByRole('combobox', { name: /^Examination/ }));
  await user.click(await screen.findByRole('option', { name: 'CBCT' }));
  await fill(user, /^Duration/, '20');
  await fill(user, /^Price/, '40,5');
  await fill(user, /^Deposit/, '10');
  await user.click(dialog().getByRole('checkbox', { name: 'CBCT 1' }));
  await fill(user, /^Name \(Aze/, 'KLKT');
  await fill(user, /^Name \(Rus/, 'КЛКТ');
  await fill(user, /^Name \(Eng/, 'CBCT');
  await press(user, 'Add Kind');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(bodyOf(sent('POST')[0])).toEqual({
    examination: 'cbct',
    name: { az: 'KLKT', ru: 'КЛКТ', en: 'CBCT' },
    minutes: 20,
    price: '40,5',
    deposit: '10',
    machines: ['d2'],
    preparation: { az: '', ru: '', en: '' },
  });
  expect(await screen.findByText(kindMessages.created())).toBeTruthy();
}, 20_000);

test('without a payment page a kind has no deposit, and one from before can be removed', async () => {
  const { user } = open({
    kinds: [kindOf({ deposit: 10 }), kindOf({ _id: 'k2', deposit: null })],
    takesDeposits: false,
  });
  const [first, second] = (await table('Kinds of Examination')).getAllByRole('button', {
    name: 'Edit',
  });
  if (second) await user.click(second);
  expect(dialog().getByLabelText(/^Price/)).toBeTruthy();
  expect(dialog().queryByLabelText(/^Deposit/)).toBeNull();
  await press(user, 'Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  if (first) await user.click(first);
  expect(dialog().getByLabelText(/^Deposit/)).toHaveProperty('value', '10');
  expect(dialog().getByText(kindMessages.noPaymentPage())).toBeTruthy();
});

test('errors of a kind are beside its fields', async () => {
  const { user, sent } = open();
  await edit(user, 'Kinds of Examination');
  await fill(user, /^Duration/, '3');
  await press(user, 'Save');
  const error = kindMessages.badMinutes({ min: 5, max: 480 });
  await readError(user, error);
  expect(
    dialog()
      .getByLabelText(/^Duration/)
      .getAttribute('aria-invalid'),
  ).toBe('true');
  expect(dialog().getByText(error)).toBeTruthy();
  await fill(user, /^Duration/, '30');
  await fill(user, /^Price/, 'much');
  await press(user, 'Save');
  await readError(user, kindMessages.badPrice());
  expect(
    dialog()
      .getByLabelText(/^Price/)
      .getAttribute('aria-invalid'),
  ).toBe('true');
  await fill(user, /^Price/, '20');
  await fill(user, /^Deposit/, 'much');
  await press(user, 'Save');
  await readError(user, kindMessages.badDeposit());
  expect(sent('PUT')).toHaveLength(0);
});

test('a kind is deleted after a confirmation', async () => {
  const { user, sent } = open();
  const kinds = await table('Kinds of Examination');
  await user.click(kinds.getByRole('button', { name: 'Delete' }));
  expect(await answer(user, 'Delete')).toContain('Panoramic X-ray');
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1));
});

test('the hours of a machine are saved with those of the others as they are now', async () => {
  const hours = hoursOf('d1', 'd2');
  const { user, sent } = open({ hours });
  await edit(user, 'Opening Hours');
  await user.click(dialog().getByRole('checkbox', { name: 'Monday' }));
  await fill(user, /^Monday, From/, '8');
  await fill(user, /^Monday, To/, '1630');
  await user.click(dialog().getByRole('button', { name: 'Add a break: Monday' }));
  await user.click(dialog().getByRole('button', { name: 'Add a day' }));
  await fill(user, /^Day 1/, '20.03.2031');
  await press(user, 'Save');
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  expect(bodyOf(sent('PUT')[0])).toEqual({
    hours: {
      holidays: [],
      machines: [
        hours.machines[1],
        {
          device: 'd1',
          week: [
            { day: 1, from: '08:00', to: '16:30', breaks: [{ from: '13:00', to: '14:00' }] },
            { day: 5, from: '09:00', to: '18:00', breaks: [] },
          ],
          daysOff: ['2031-03-20'],
        },
      ],
    },
  });
  expect(await screen.findByText(hoursMessages.saved())).toBeTruthy();
}, 20_000);

test('an end before the beginning is refused at its field', async () => {
  const { user, sent } = open();
  await edit(user, 'Opening Hours');
  await fill(user, /^Friday, To/, '8:00');
  await press(user, 'Save');
  await readError(user, hoursMessages.badPeriod());
  expect(
    dialog()
      .getByLabelText(/^Friday, To/)
      .getAttribute('aria-invalid'),
  ).toBe('true');
  expect(dialog().getByText(hoursMessages.badPeriod())).toBeTruthy();
  expect(sent('PUT')).toHaveLength(0);
});

test('one press copies the first day to all open days', async () => {
  const { user } = open();
  await edit(user, 'Opening Hours');
  await user.click(dialog().getByRole('checkbox', { name: 'Monday' }));
  await fill(user, /^Monday, From/, '10:00');
  await press(user, 'Copy the first day to all open days');
  expect(dialog().getByLabelText(/^Friday, From/)).toHaveProperty('value', '10:00');
});

test('a holiday that is no date is refused at its field', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit Holidays' }));
  await user.click(dialog().getByRole('button', { name: 'Add a day' }));
  await fill(user, /^Day 1/, '31.02.2031');
  await press(user, 'Save');
  await readError(user, hoursMessages.badDay());
  expect(dialog().getByText(hoursMessages.badDay())).toBeTruthy();
  await fill(user, /^Day 1/, '20.03.2031');
  await press(user, 'Save');
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  expect(bodyOf(sent('PUT')[0])).toEqual({ hours: { ...hoursOf('d1'), holidays: ['2031-03-20'] } });
});

test('staff who are no owners only read', async () => {
  const account = { _id: 'a1', username: 'leyla', role: 'staff', secondFactor: 'off' };
  open({ routes: { 'GET /api/admin/account': { body: { account } } } });
  await screen.findByText('Only an owner can change this page.');
  await table('Opening Hours');
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add Kind' })).toBeNull();
});
