import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, dialog, press, readError } from '../../../testing/admin/admin.tsx';
import {
  appointmentOf,
  DAY,
  findCard,
  kindOf,
  machineOf,
  measureColumns,
  openCalendar,
} from '../../../testing/admin/admin-calendar.ts';
import { patientOf, referralOf } from '../../../testing/admin/admin-referrals.ts';

const PATH = '/api/admin/appointments';
const taken = { status: 409, body: { code: 'conflict', message: appointmentMessages.taken() } };

const accepted = referralOf({ _id: 'r1', state: 'accepted', urgency: 'routine' });

const bodyOf = (request: { body: BodyInit | null } | undefined): unknown =>
  JSON.parse(String(request?.body));

const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

test('a press on a free time opens the dialog with kind, machine and time', async () => {
  const { user, sent } = openCalendar({
    routes: { 'GET /api/admin/patients': { body: { patients: [patientOf()] } } },
  });
  measureColumns();
  const free = await screen.findByRole('button', { name: 'Book a time: OPG 1' });
  fireEvent.click(free, { detail: 1, clientY: 127 });
  expect(await screen.findByRole('dialog', { name: 'Book a Time' })).toBeTruthy();
  expect(dialog().getByRole('combobox', { name: /^Kind/ }).textContent).toBe('Panoramic X-ray');
  expect(dialog().getByRole('combobox', { name: /^Machine/ }).textContent).toBe('OPG 1');
  expect(dialog().getByLabelText(/^Time/)).toHaveProperty('value', '10:00');
  await user.click(dialog().getByRole('combobox', { name: /^For/ }));
  await user.click(await screen.findByRole('option', { name: /^Nigar Hüseynova/ }));
  await press(user, 'Book');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(bodyOf(sent('POST')[0])).toEqual({
    patient: 'pat1',
    kind: 'k1',
    device: 'd1',
    startsAt: '2031-03-07T06:00:00.000Z',
    minutes: 15,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the dialog proposes the first free time, and errors are beside their fields', async () => {
  const { user, sent } = openCalendar({ referrals: [accepted] });
  await user.click(await screen.findByRole('button', { name: 'New Appointment' }));
  const time = dialog().getByLabelText(/^Time/);
  await waitFor(() => expect(time).toHaveProperty('value', '09:00'));
  await press(user, 'Book');
  await readError(user, appointmentMessages.personMissing());
  expect(dialog().getByText(appointmentMessages.personMissing())).toBeTruthy();
  await user.click(dialog().getByRole('combobox', { name: /^For/ }));
  await user.click(await screen.findByRole('option', { name: /referral: Panoramic X-ray/ }));
  await user.clear(time);
  expect(time).toHaveProperty('value', '');
  await user.type(time, '25:00');
  await press(user, 'Book');
  await readError(user, appointmentMessages.badStart());
  expect(time.getAttribute('aria-invalid')).toBe('true');
  await user.click(dialog().getByRole('button', { name: '09:15' }));
  expect(time).toHaveProperty('value', '09:15');
  expect(sent('POST')).toHaveLength(0);
});

test('the dialog proposes a machine that can be chosen and is one of the kind', async () => {
  const { user } = openCalendar({
    kinds: [
      kindOf({ machines: ['revoked', 'd2'] }),
      kindOf({ _id: 'k2', examination: 'cbct', machines: ['revoked', 'd1'] }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'New Appointment' }));
  const machine = () => dialog().getByRole('combobox', { name: /^Machine/ }).textContent;
  expect(machine()).toBe('CBCT 1');
  await user.click(dialog().getByRole('combobox', { name: /^Kind/ }));
  const [, other] = await screen.findAllByRole('option');
  if (other) await user.click(other);
  expect(machine()).toBe('OPG 1');
});

test('the keyboard books a referral: arrows find the time, Enter books it', async () => {
  const { user, sent } = openCalendar({ referrals: [accepted] });
  await user.click(await screen.findByRole('button', { name: /^Nigar Hüseynova/ }));
  await screen.findByRole('application', { name: 'Proposed time: Nigar Hüseynova' });
  expect(status()).toContain('Nigar Hüseynova: OPG 1, 09:00–09:15. Free');
  await user.keyboard('{ArrowDown}{PageDown}');
  expect(status()).toContain('Nigar Hüseynova: OPG 1, 10:05–10:20. Taken');
  await user.keyboard('{ArrowRight}');
  expect(status()).toContain(
    'Nigar Hüseynova: CBCT 1, 10:05–10:20. Not a machine for this examination',
  );
  await user.keyboard('{ArrowLeft}{PageDown}{Enter}');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(bodyOf(sent('POST')[0])).toEqual({
    referral: 'r1',
    kind: 'k1',
    device: 'd1',
    startsAt: '2031-03-07T07:05:00.000Z',
    minutes: 15,
  });
  await waitFor(() => expect(document.activeElement?.getAttribute('data-subject')).toBe('a1'));
  expect(screen.queryByRole('application')).toBeNull();
});

test('a proposal follows to another day', async () => {
  const { user } = openCalendar({ referrals: [accepted] });
  await user.click(await screen.findByRole('button', { name: /^Nigar Hüseynova/ }));
  await user.click(screen.getByRole('button', { name: 'Later' }));
  await screen.findByRole('region', { name: /^Saturday/ });
  expect(status()).toContain('Nigar Hüseynova: OPG 1, 09:00–09:15. Outside opening hours');
});

test('Escape cancels and returns the focus', async () => {
  const { user, sent } = openCalendar({ referrals: [accepted] });
  const referral = await screen.findByRole('button', { name: /^Nigar Hüseynova/ });
  await user.click(referral);
  await user.keyboard('{ArrowDown}{Escape}');
  expect(screen.queryByRole('application')).toBeNull();
  expect(document.activeElement).toBe(referral);
  expect(sent('POST')).toHaveLength(0);
});

test('an arrow key on a card moves its appointment, and Undo moves it back', async () => {
  const { user, sent } = openCalendar();
  const card = await findCard(/Leyla/);
  card.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  const time = { kind: 'k1', device: 'd1', minutes: 30 };
  expect(bodyOf(sent('PUT')[0])).toEqual({ ...time, startsAt: '2031-03-07T06:10:00.000Z' });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('PUT')).toHaveLength(2));
  expect(bodyOf(sent('PUT')[1])).toEqual({ ...time, startsAt: '2031-03-07T06:00:00.000Z' });
});

test('a pointer drags an appointment to another time', async () => {
  const { sent } = openCalendar();
  measureColumns();
  const card = await findCard(/Leyla/);
  fireEvent.pointerDown(card, { button: 0, clientX: 50, clientY: 125 });
  fireEvent.pointerMove(window, { clientX: 50, clientY: 186 });
  expect(screen.getByRole('application').textContent).toContain('11:00–11:30 Leyla');
  fireEvent.pointerUp(window, { clientX: 50, clientY: 186 });
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  expect(bodyOf(sent('PUT')[0])).toMatchObject({ startsAt: '2031-03-07T07:00:00.000Z' });
});

test('dropping at a machine for another examination asks in the dialog', async () => {
  const { sent } = openCalendar({ referrals: [accepted] });
  measureColumns();
  const referral = await screen.findByRole('button', { name: /^Nigar Hüseynova/ });
  fireEvent.pointerDown(referral, { button: 0, clientX: 900, clientY: 50 });
  fireEvent.pointerMove(window, { clientX: 150, clientY: 60 });
  fireEvent.pointerUp(window, { clientX: 150, clientY: 60 });
  expect(await screen.findByRole('dialog', { name: 'Book a Time' })).toBeTruthy();
  expect(dialog().getByText('Another machine is set for this kind')).toBeTruthy();
  expect(dialog().getByLabelText(/^Time/)).toHaveProperty('value', '09:00');
  expect(sent('POST')).toHaveLength(0);
});

test('a time that a colleague took says so and shows the calendar as it is now', async () => {
  const { user, server } = openCalendar({ routes: { [`PUT ${PATH}/a1`]: taken } });
  (await findCard(/Leyla/)).focus();
  await user.keyboard('{ArrowUp}{Enter}');
  await readError(user, appointmentMessages.taken());
  expect(screen.queryByRole('application')).toBeNull();
  await waitFor(() => expect(server.to(PATH).length).toBeGreaterThan(1));
});

test.each([
  ['Arrived', 'arrive', referralMessages.arrived()],
  ['Missed', 'missed', referralMessages.missed()],
])('%s is one press on the card', async (button, path, message) => {
  const { user, sent } = openCalendar();
  await user.hover(await findCard(/Leyla/));
  await user.click(screen.getByRole('button', { name: `${button}: Leyla Nəbiyeva` }));
  expect(await screen.findByText(`${message}: Leyla Nəbiyeva`)).toBeTruthy();
  expect(document.activeElement).toBe(await findCard(/Leyla/));
  expect(sent('POST').map((request) => request.path)).toEqual([`${PATH}/a1/${path}`]);
});

test('a card opens its details, where deleting is confirmed', async () => {
  const { user, sent } = openCalendar();
  await user.click(await findCard(/Leyla/));
  expect(dialog().getByText('Friday, 07.03.2031, 10:00–10:30')).toBeTruthy();
  expect(dialog().getByRole('link', { name: 'Open Patient' })).toBeTruthy();
  await press(user, 'Delete');
  expect(await answer(user, 'Delete')).toContain('Leyla Nəbiyeva, 07.03.2031 10:00');
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('after a deletion the next appointment has the focus', async () => {
  const next = appointmentOf({ _id: 'a2', startsAt: '2031-03-07T07:00:00.000Z' });
  let appointments = [appointmentOf({ who: { name: 'Rəna Əliyeva', phone: '' } }), next];
  const { user } = openCalendar({
    routes: {
      [`GET ${PATH}`]: () => ({ body: { appointments } }),
      [`DELETE ${PATH}/a1`]: () => {
        appointments = [next];
        return { body: { message: '' } };
      },
    },
  });
  await user.click(await findCard(/Rəna/));
  await press(user, 'Delete');
  await answer(user, 'Delete');
  const card = await findCard(/Leyla/);
  await waitFor(() => expect(document.activeElement).toBe(card));
});

test('an arrived patient is neither moved nor noted again', async () => {
  const appointments: Appointment[] = [appointmentOf({ state: 'arrived' })];
  const { user } = openCalendar({ appointments });
  const card = await findCard(/Leyla.*Arrived/);
  await user.hover(card);
  card.focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.queryByRole('application')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Missed: Leyla Nəbiyeva' })).toBeNull();
});

test('a referral that is not accepted yet is accepted here', async () => {
  const { user } = openCalendar({ referrals: [referralOf({ _id: 'r2' })] });
  await user.click(await screen.findByRole('button', { name: 'Accept: Nigar Hüseynova' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('day, view and machine are in the address', async () => {
  const { user, where, server } = openCalendar();
  await findCard(/Leyla/);
  await user.click(screen.getByRole('button', { name: 'Week' }));
  expect(where()).toBe(`/admin/dashboard/calendar?day=${DAY}&view=week`);
  await waitFor(() => {
    const query = server.to(PATH).at(-1)?.query;
    expect([query?.get('from'), query?.get('to')]).toEqual(['2031-03-03', '2031-03-09']);
  });
  await user.click(screen.getByRole('combobox', { name: 'Machine' }));
  await user.click(await screen.findByRole('option', { name: 'CBCT 1' }));
  expect(where()).toContain('machine=d2');
  await waitFor(() => expect(screen.queryByRole('button', { name: /OPG 1/ })).toBeNull());
  expect(screen.getAllByRole('button', { name: /^Book a time: CBCT 1/ })).toHaveLength(7);
  await user.click(screen.getByRole('button', { name: /^Sat .*: open the day$/ }));
  expect(where()).toBe('/admin/dashboard/calendar?day=2031-03-08&machine=d2');
});

test('without machines the calendar says what it is for', async () => {
  openCalendar({ machines: [] });
  expect(await screen.findByText('No machine yet')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Go to Machines' });
  expect(link.getAttribute('href')).toBe('/admin/dashboard/devices');
});

test('without kinds it leads to the settings', async () => {
  openCalendar({ kinds: [], appointments: [] });
  const title = await screen.findByText('No kind of examination yet');
  const link = within(title.parentElement as HTMLElement).getByRole('link');
  expect(link.getAttribute('href')).toBe('/admin/dashboard/calendar/settings');
});

test('the paper has one table for each machine with appointments', async () => {
  openCalendar({
    machines: [machineOf(), machineOf({ _id: 'd2', name: 'CBCT 1' })],
    appointments: [appointmentOf(), appointmentOf({ _id: 'a2', device: 'd2' })],
  });
  await screen.findAllByRole('button', { name: /Leyla/ });
  expect(screen.queryByRole('table')).toBeNull();
  fireEvent(window, new Event('beforeprint'));
  const tables = screen.getAllByRole('table');
  expect(tables).toHaveLength(2);
  expect(tables[0]?.textContent).toContain('10:00–10:30Leyla Nəbiyeva+994501112233Panoramic');
  fireEvent(window, new Event('afterprint'));
  expect(screen.queryByRole('table')).toBeNull();
});

test('a phone shows one machine as a list, with the free times between', async () => {
  const media = (query: string) => ({
    media: query,
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  });
  vi.stubGlobal('matchMedia', media);
  const { user } = openCalendar();
  const list = within(await screen.findByRole('list', { name: 'OPG 1' }));
  const lines = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines[0]).toBe('09:00–10:00 free');
  expect(lines[1]).toContain('10:00Leyla NəbiyevaBooked');
  await user.click(list.getByRole('button', { name: '10:30–18:00 free' }));
  expect(dialog().getByLabelText(/^Time/)).toHaveProperty('value', '10:30');
});

test('the dialog of an appointment tells what became of its deposit', async () => {
  const { user } = openCalendar({
    appointments: [appointmentOf({ deposit: { amount: 15, state: 'refund-failed' } })],
  });
  await user.click(await findCard(/Leyla/));
  const text = '15,00 AZN, could not be returned: return it in the cabinet of the payment provider';
  expect(dialog().getByText(text)).toBeTruthy();
});
