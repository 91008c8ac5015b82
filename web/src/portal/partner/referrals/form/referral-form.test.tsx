import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { departure } from '../../../../api/people/session/departure.ts';
import { session } from '../../../../api/people/session/session.ts';
import { checkupOf, listOf } from '../../../../testing/checkups.ts';
import { partnerOf } from '../../../../testing/partner.ts';
import { openPortal, signedInAs } from '../../../../testing/portal.tsx';
import { referralListOf, referralOf } from '../../../../testing/referrals.ts';
import { type Reply, stubServer } from '../../../../testing/server.ts';

const REFERRALS = '/api/partner/referrals';
const NEW = '/partner/dashboard/referrals/new';

const earlier = referralOf({ question: 'Sümüyün hündürlüyü?' });
const sent = referralOf({ _id: 'r9' });

/** Presses of a finger or a mouse. */
let taps = 0;
const count = () => {
  taps += 1;
};

beforeEach(() => {
  taps = 0;
  window.scrollTo = () => undefined;
  document.addEventListener('pointerdown', count, true);
});

afterEach(() => document.removeEventListener('pointerdown', count, true));

function open(
  address = NEW,
  answer: Reply = { body: { referral: sent, message: 'Qeydə alındı' } },
) {
  const server = stubServer({
    'GET /api/partner/account': { body: { partner: partnerOf() } },
    'GET /api/partner/misc/checkups': { body: listOf([checkupOf({ firstName: 'Murad' })]) },
    [`GET ${REFERRALS}`]: referralListOf(earlier),
    [`GET ${REFERRALS}/r9`]: { body: { referral: sent } },
    [`POST ${REFERRALS}`]: answer,
    [`PUT ${REFERRALS}/r9`]: answer,
  });
  if (session.current().role !== 'partner') signedInAs('partner');
  const forms = (method: string) =>
    server.requests
      .filter((request) => request.method === method && request.path.startsWith(REFERRALS))
      .map(({ body }) => Object.fromEntries(body as FormData));
  return { ...openPortal(address), forms };
}

const button = (name: string) => screen.findByRole('button', { name });
const choose = (name: string) => screen.findByRole('radio', { name });
const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}`) });

test('a patient who is new is referred with 12 taps at most, and the slip is shown', async () => {
  const { user, forms, where } = open();
  await user.click(await choose('İmplant'));
  expect(await choose('KLKT')).toHaveProperty('checked', true);
  await user.click(await button('Diş 36'));
  await user.click(await button('Diş 46'));
  await user.type(await field('Ad'), 'Leyla');
  await user.type(await field('Soyad'), 'Əliyeva');
  await user.type(await field('Telefon'), '050 123 45 67');
  await user.click(await button('Sümüyün hündürlüyü?'));
  await user.click(await choose('Təcili'));
  await user.click(await button('Göndər'));
  await waitFor(() => expect(where()).toBe('/partner/dashboard/referrals/r9'));
  expect(taps).toBeLessThanOrEqual(12);
  const [form] = forms('POST');
  expect(form).toMatchObject({
    examination: 'cbct',
    purpose: 'implant',
    teeth: '[36,46]',
    question: 'Sümüyün hündürlüyü?',
    urgency: 'urgent',
    pregnancy: '',
  });
  expect(JSON.parse(String(form?.patient))).toMatchObject({
    firstName: 'Leyla',
    lastName: 'Əliyeva',
    phone: '050 123 45 67',
  });
  expect(sessionStorage.getItem('referralDraft')).toBeNull();
});

test('an own patient is entered with one press, found by what is typed', async () => {
  const { user, forms } = open();
  await user.click(await choose('Kariyes'));
  await button('Murad Quliyeva');
  await user.type(await field('Soyad'), 'huseyn');
  expect(screen.queryByRole('button', { name: 'Murad Quliyeva' })).toBeNull();
  await user.click(await button('Nigar Hüseynova'));
  await user.click(await button('Göndər'));
  await waitFor(() => expect(forms('POST')).toHaveLength(1));
  expect(taps).toBe(4);
  expect(JSON.parse(String(forms('POST')[0]?.patient))).toEqual({
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    fatherName: '',
    birthDate: '1990-03-07',
    sex: 'female',
    phone: '+994501234567',
  });
});

test('another purpose proposes another examination, but keeps one that was selected by hand', async () => {
  const { user } = open();
  await user.click(await choose('Kanal müalicəsi'));
  expect(await choose('Periapikal rentgen')).toHaveProperty('checked', true);
  await user.click(await choose('Kariyes'));
  expect(await choose('Bitewing rentgen')).toHaveProperty('checked', true);
  await user.click(await choose('KLKT'));
  await user.click(await choose('Ortodontiya'));
  expect(await choose('KLKT')).toHaveProperty('checked', true);
});

test('joints have a region and no teeth; only women with X-rays have the question of pregnancy', async () => {
  const { user } = open();
  await user.click(await choose('Çənə oynağı'));
  await choose('Sol oynaq');
  expect(screen.queryByRole('button', { name: 'Diş 36' })).toBeNull();
  const pregnancy = () => screen.queryByRole('group', { name: 'Hamiləlik' });
  expect(pregnancy()).toBeNull();
  await user.click(await choose('Qadın'));
  expect(pregnancy()).not.toBeNull();
  await user.click(await choose('Foto'));
  expect(pregnancy()).toBeNull();
});

test('nothing is sent before the required fields are filled; the first one gets the focus', async () => {
  const { user, forms } = open();
  await user.click(await choose('İmplant'));
  await user.click(await button('Göndər'));
  expect(await screen.findByText('Pasiyentin adını daxil edin')).toBeDefined();
  expect(document.activeElement).toBe(await field('Ad'));
  await user.keyboard('Leyla');
  expect(screen.queryByText('Pasiyentin adını daxil edin')).toBeNull();
  expect(document.activeElement).toBe(await field('Ad'));
  expect(forms('POST')).toEqual([]);
});

test('errors of the server are beside their fields, and what was typed stays', async () => {
  const message = 'Düzgün telefon nömrəsi daxil edin';
  const fields = [{ path: 'patient.phone', message }];
  const { user } = open(NEW, { status: 400, body: { message: 'Xəta', fields } });
  await user.click(await choose('Kariyes'));
  await user.click(await button('Nigar Hüseynova'));
  await user.click(await button('Göndər'));
  const phone = await field('Telefon');
  await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'));
  const form = within(phone.closest('form') as HTMLElement);
  expect(form.getByText(message)).toBeDefined();
  expect(form.getByRole('alert').textContent).toBe('Xəta');
  expect(phone).toHaveProperty('value', '+994501234567');
});

test('unsent input survives a reload, and is gone after the end of the session', async () => {
  const { user } = open();
  await user.click(await choose('İmplant'));
  await user.click(await button('Diş 36'));
  await user.type(await field('Ad'), 'Leyla');
  cleanup();
  open();
  expect(await choose('İmplant')).toHaveProperty('checked', true);
  expect((await button('Diş 36')).ariaPressed).toBe('true');
  expect(await field('Ad')).toHaveProperty('value', 'Leyla');
  cleanup();
  departure.forget();
  open();
  expect(await choose('İmplant')).toHaveProperty('checked', false);
});

test('a referral that is only sent can be edited', async () => {
  const { user, forms } = open('/partner/dashboard/referrals/r9/edit');
  expect(await field('Soyad')).toHaveProperty('value', 'Hüseynova');
  await user.click(await button('Diş 36'));
  await user.click(await button('Yadda saxla'));
  await waitFor(() => expect(forms('PUT')).toHaveLength(1));
  expect(forms('PUT')[0]).toMatchObject({ teeth: '[46]', purpose: 'implant' });
});

test('a photo of a paper referral goes to the form of shipments', async () => {
  open();
  const link = await screen.findByRole('link', { name: 'Kağız göndərişin şəklini göndər' });
  expect(link.getAttribute('href')).toBe('/partner/dashboard/shipments');
});
