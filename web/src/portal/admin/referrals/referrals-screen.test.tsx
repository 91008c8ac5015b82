import type { UnopenedResult } from '@deqiq/contract/examinations/results.ts';
import { referralCodes } from '@deqiq/contract/referrals/codes.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/office/referrals.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DAY } from '../../../lib/durations.ts';
import {
  answer,
  dialog,
  firstRow,
  formOf,
  openSection,
  press,
  readError,
} from '../../../testing/admin/admin.tsx';
import { appointmentOf, bookable } from '../../../testing/admin/admin-calendar.ts';
import { onePage, patientOf, referralOf } from '../../../testing/admin/admin-referrals.ts';
import { checkupOf, linkOf, listOf } from '../../../testing/checkups.ts';
import type { Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/referrals';
const UNOPENED = 'GET /api/admin/results/unopened';
const partner = { _id: 'p1', firstName: 'Aygün', lastName: 'Məmmədova' };

type Options = { routes?: Record<string, Reply>; address?: string };

function open(part: Partial<Referral> = {}, { routes = {}, address = 'referrals' }: Options = {}) {
  const referral = referralOf(part);
  const moved = { body: { referral, message: '' } };
  return openSection(address, {
    [`GET ${PATH}`]: { body: { referrals: [referral], pagination: onePage(1) } },
    [`GET ${PATH}/r1`]: { body: { referral } },
    [`POST ${PATH}/r1/accept`]: moved,
    [`POST ${PATH}/r1/arrive`]: moved,
    [`POST ${PATH}/r1/decline`]: moved,
    [`POST ${PATH}`]: moved,
    'GET /api/admin/checkups': { body: listOf([]) },
    [UNOPENED]: { body: { results: [], hasMore: false } },
    'GET /api/admin/lite/partners': { body: { partners: [partner] } },
    'GET /api/admin/patients/similar': { body: { patients: [] } },
    ...routes,
  });
}

test('a row says who is referred, for what, how urgent it is and how long it waits', async () => {
  open();
  const { cells, buttons } = await firstRow();
  expect(cells[1]).toContain('Nigar Hüseynovaborn 01.02.1990 · Female · DR0001AB7');
  expect(cells[2]).toBe('Panoramic X-rayUrgentImplant · Teeth 36, 37');
  expect(cells[4]).toMatch(/^Newwaiting \d+ /);
  expect(buttons).toContain('Accept');
});

test('accepting proposes records with what is the same, and takes the one that staff press', async () => {
  const patients = [patientOf(), patientOf({ _id: 'pat2', code: 'DP2', birthDate: '1961-01-01' })];
  const { user, sent } = open(
    {},
    { routes: { 'GET /api/admin/patients/similar': { body: { patients } } } },
  );
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  const same = await screen.findAllByRole('list', { name: 'Same' });
  expect(same.map(({ textContent }) => textContent)).toEqual([
    'NameBirth datePhone',
    'NamePhoneOther birth date',
  ]);
  const name = 'Same patient: Nigar Hüseynova, DP0001AB7';
  await user.click(dialog().getByRole('button', { name }));
  expect(await screen.findByText(`${referralMessages.accepted()}: Nigar Hüseynova`)).toBeTruthy();
  expect(sent('POST')[0]?.body).toBe(JSON.stringify({ patient: 'pat1' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without a similar record accepting adds a patient', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  await screen.findByText('No similar patient on record. A new one will be added.');
  await press(user, 'New Patient');
  await waitFor(() => expect(sent('POST')[0]?.body).toBe(JSON.stringify({ patient: '' })));
});

test('a move that a colleague made impossible says the present state and its author', async () => {
  const referral = referralOf({
    state: 'cancelled',
    history: [{ state: 'cancelled', at: '2026-11-23T06:05:00.000Z', by: 'staff', name: 'leyla' }],
  });
  const body = { code: 'conflict', message: 'The state of the referral has changed', referral };
  const { user, sent } = open(
    { state: 'booked' },
    { routes: { [`POST ${PATH}/r1/arrive`]: { status: 409, body } } },
  );
  await user.click(await screen.findByRole('button', { name: 'Arrived' }));
  await readError(
    user,
    'The state of the referral has changed. The referral is now “Cancelled” (leyla, 23.11.2026 10:05).',
  );
  await waitFor(() => expect(sent('GET').filter(({ path }) => path === PATH)).toHaveLength(2));
});

test('declining needs a reason and a confirmation', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Decline' }));
  await user.type(await screen.findByLabelText(/^Reason/), 'Aparat təmirdədir');
  await press(user, 'Decline');
  expect(await answer(user, 'Bəli')).toContain('Nigar Hüseynova');
  await waitFor(() =>
    expect(sent('POST')[0]?.body).toBe(JSON.stringify({ reason: 'Aparat təmirdədir' })),
  );
});

test('the menu has only moves that the state allows', async () => {
  const { user } = open({ state: 'examined', checkup: 'c1' });
  const link = await screen.findByRole('link', { name: 'Open Examination' });
  expect(link.getAttribute('href')).toContain('/admin/dashboard/checkups?name=Nigar');
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Details']);
});

test('results that nobody has opened lead to the examination and to the partner', async () => {
  const result: UnopenedResult = {
    checkup: 'c7',
    firstName: 'Leyla',
    lastName: 'Nəbiyeva',
    name: 'KLKT',
    partner,
    readyAt: new Date(Date.now() - 4.5 * DAY).toISOString(),
  };
  open({}, { routes: { [UNOPENED]: { body: { results: [result], hasMore: true } } } });
  const waiting = within(
    await screen.findByRole('region', { name: 'Results not opened for 3 days' }),
  );
  expect(waiting.getByRole('heading').textContent).toBe('Results not opened for 3 days 100+');
  expect(waiting.getByRole('listitem').textContent).toBe(
    'Leyla NəbiyevaKLKTAygün Məmmədovaready 4 days ago',
  );
  expect(waiting.getByRole('link').getAttribute('href')).toBe(
    `/admin/dashboard/checkups?name=Leyla+N%C9%99biyeva&partner=p1`,
  );
  expect(waiting.getByRole('button', { name: 'Aygün Məmmədova' })).toBeTruthy();
});

test('a photo without a code of a slip says what to do', async () => {
  const { user } = open();
  const photo = new File(['no picture'], 'photo.jpg', { type: 'image/jpeg' });
  await user.upload(await screen.findByLabelText('Scan QR'), photo);
  await readError(user, texts.noQrCode());
});

test('a picture is transcribed beside the form', async () => {
  const shipment = checkupOf({
    _id: 'c9',
    name: 'Göndəriş',
    firstName: '',
    lastName: '',
    fileLinks: [linkOf('vereq.jpg')],
    description: '36-cı diş',
    status: 'pending',
  });
  const transcribe = 'POST /api/admin/shipments/c9/referral';
  const routes = {
    'GET /api/admin/checkups': { body: listOf([shipment]) },
    [transcribe]: { body: { referral: referralOf(), message: '' } },
  };
  const { user, sent } = open({}, { routes });
  const name = 'Transcribe the image of Aygün Məmmədova';
  await user.click(await screen.findByRole('button', { name }));
  expect(dialog().getByRole('button', { name: 'Enlarge vereq.jpg' })).toBeTruthy();
  expect(dialog().getByLabelText('Question')).toHaveProperty('value', '36-cı diş');
  await fillIn(user);
  await press(user, 'Create Referral');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  const form = formOf(sent('POST')[0]?.body);
  expect(form).toMatchObject({ examination: 'cbct', purpose: 'implant', teeth: '[36,37]' });
  expect(JSON.parse(String(form.patient))).toMatchObject({
    firstName: 'Rəna',
    lastName: 'Əliyeva',
    phone: '0501112233',
  });
}, 20_000);

test('the picture of a referral that was cancelled is transcribed again from its fields', async () => {
  const transcribe = 'POST /api/admin/shipments/c9/referral';
  const routes = { [transcribe]: { body: { referral: referralOf(), message: '' } } };
  const { user, sent } = open(
    { state: 'cancelled', checkup: 'c9', attachments: [linkOf('vereq.jpg')] },
    { routes },
  );
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Transcribe again' }));
  expect(dialog().getByRole('button', { name: 'Enlarge vereq.jpg' })).toBeTruthy();
  await press(user, 'Create Referral');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  const form = formOf(sent('POST')[0]?.body);
  expect(form).toMatchObject({ examination: 'panoramic', teeth: '[36,37]', urgency: 'urgent' });
  expect(JSON.parse(String(form.patient))).toMatchObject({
    birthDate: '1990-02-01',
    sex: 'female',
  });
}, 20_000);

test('a referral by telephone names its partner, and takes pictures', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'New Referral' }));
  await user.click(dialog().getByRole('combobox', { name: /^Partner/ }));
  await user.click(await screen.findByRole('option', { name: 'Aygün Məmmədova' }));
  await fillIn(user);
  const picture = new File(['x'], 'diş.png', { type: 'image/png' });
  await user.upload(dialog().getByLabelText('Images (optional)'), picture);
  await press(user, 'Create Referral');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(formOf(sent('POST')[0]?.body)).toMatchObject({
    attachments: picture,
    partner: 'p1',
    examination: 'cbct',
    teeth: '[36,37]',
    reportWanted: 'false',
  });
}, 20_000);

test.each([
  ['the code of a slip', ''],
  ['the address in the QR code of a slip', 'https://deqiq.az/qebul/token?kod='],
])('%s opens its referral', async (_scanned, before) => {
  const code = referralCodes.format({ seq: 1, id: 'r1' });
  const { user } = open({ code });
  await screen.findByRole('button', { name: 'Accept' });
  await user.type(screen.getByPlaceholderText('Name or code...'), `${before}${code}{Enter}`);
  expect(await screen.findByRole('dialog', { name: 'Nigar Hüseynova' })).toBeTruthy();
  expect(dialog().getByText('History')).toBeTruthy();
});

async function fillIn(user: ReturnType<typeof open>['user']): Promise<void> {
  await user.type(dialog().getByLabelText(/^First Name/), 'Rəna');
  await user.type(dialog().getByLabelText(/^Last Name/), 'Əliyeva');
  await user.type(dialog().getByLabelText(/^Phone/), '0501112233');
  await user.type(dialog().getByLabelText(/^Teeth/), '37, 36');
  await user.click(dialog().getByRole('combobox', { name: /^Examination/ }));
  await user.click(await screen.findByRole('option', { name: 'CBCT' }));
  await user.click(dialog().getByRole('combobox', { name: /^Purpose/ }));
  await user.click(await screen.findByRole('option', { name: 'Implant' }));
}

test('a referral that a search finds opens over the queue, each time', async () => {
  const hit = { _id: 'r1', name: 'Nigar', about: 'cbct', partner: null, createdAt: '' };
  const groups = [{ kind: 'referrals', hasMore: false, hits: [hit] }];
  const { user } = open({}, { routes: { 'GET /api/admin/misc/search': { body: { groups } } } });
  await screen.findByRole('button', { name: 'Accept' });
  for (let time = 1; time <= 2; time += 1) {
    await user.keyboard('{Control>}[KeyK]{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Search by name' }), 'nigar');
    await user.click(await screen.findByRole('option', { name: /Nigar/ }));
    await screen.findByRole('dialog', { name: 'Nigar Hüseynova' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('an accepted referral is booked at the first free time', async () => {
  const { user, sent } = open({ state: 'accepted' }, { routes: bookable });
  expect((await firstRow()).buttons).toContain('Arrived');
  await user.click(screen.getByRole('button', { name: 'Book' }));
  expect(await screen.findByRole('dialog', { name: 'Book a Time' })).toBeTruthy();
  await waitFor(() => expect(dialog().getByLabelText(/^Time/)).not.toHaveProperty('value', ''));
  await user.click((await dialog().findAllByRole('button', { pressed: true }))[0] as HTMLElement);
  await press(user, 'Book');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(JSON.parse(String(sent('POST')[0]?.body))).toMatchObject({
    referral: 'r1',
    kind: 'k1',
    device: 'd1',
    minutes: 15,
  });
});

test('a booked referral shows its time, and the menu changes it', async () => {
  const { kind, device, startsAt, minutes } = appointmentOf();
  const appointment = { _id: 'a1', kind, device, startsAt, minutes };
  const { user } = open({ state: 'booked', appointment }, { routes: bookable });
  expect((await firstRow()).cells[4]).toContain('07.03.2031 10:00');
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change Time' }));
  await screen.findByRole('dialog', { name: 'Change the Time' });
  expect(dialog().getByLabelText(/^Time/)).toHaveProperty('value', '10:00');
  expect(dialog().getByLabelText(/^Day/)).toHaveProperty('value', '07.03.2031');
});
