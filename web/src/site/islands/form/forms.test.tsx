import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { later, type Reply, stubServer } from '../../../testing/server.ts';
import { ContactPage } from '../../contact/contact-page.tsx';
import { Partnership } from '../../partnership/partnership-page.tsx';
import { Reservation } from '../../reservation/reservation-page.tsx';
import * as contact from '../contact.island.ts';
import type { PlainIsland } from '../hydrate.ts';
import * as partnership from '../partnership.island.ts';
import * as reservation from '../reservation.island.ts';

/** The page as it leaves the build, its form brought to life. */
function open(Page: ComponentType, island: PlainIsland): UserEvent {
  document.body.innerHTML = renderToString(<Page />);
  island.mount(document.querySelector('[data-island]') as HTMLElement);
  return userEvent.setup();
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const button = () =>
  document.querySelector<HTMLButtonElement>('form [type=submit]') as HTMLButtonElement;
const sentenceOf = (input: HTMLElement) =>
  document.getElementById((input.getAttribute('aria-describedby') ?? '').split(' ')[0] ?? '')
    ?.textContent;
const dialog = () => screen.findByRole('dialog');

async function fill(user: UserEvent, values: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(values)) {
    const input = document.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
    await user.click(input);
    await user.clear(input);
    await user.keyboard(text);
  }
}

const patient = {
  fullName: 'Nigar Hüseynova',
  email: 'nigar@example.az',
  phone: '0501234567',
  partnerFullName: 'Aytən Məmmədova',
};
const sent = { ...patient, website: '' };

const reply = (answer: Reply | (() => Promise<Reply>)) =>
  stubServer({ 'POST /api/misc/reservation-application': answer });

beforeEach(() => {
  // A document without layout has no dialogs over the page; like a browser's, they give the focus back.
  let before: Element | null = null;
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    before = document.activeElement;
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
    if (before instanceof HTMLElement) before.focus();
    this.dispatchEvent(new Event('close'));
  };
});

describe('the reservation form', () => {
  test("shows a field's error once the field was left, and removes it when the value is valid", async () => {
    const user = open(Reservation, reservation);
    const email = field(/Email/);
    await user.type(email, 'nigar@');
    expect(sentenceOf(email)).toBe('');
    await user.tab();
    expect(sentenceOf(email)).toBe('Düzgün email formatı daxil edin');
    expect(email).toHaveProperty('ariaInvalid', 'true');
    expect(sentenceOf(field(/Ad Soyad/))).toBe('');
    await user.type(email, 'example.az');
    expect(sentenceOf(email)).toBe('');
    expect(email.hasAttribute('aria-invalid')).toBe(false);
  });

  test('an empty form shows every error and focuses the first invalid field', async () => {
    const server = reply({});
    const user = open(Reservation, reservation);
    await user.click(button());
    const errors = ['Ad Soyad', 'Email', 'Telefon', 'Həkimin'].map((label) =>
      sentenceOf(field(new RegExp(label))),
    );
    expect(errors).toEqual([
      'Ad Soyad daxil edilməlidir',
      'Email daxil edilməlidir',
      'Telefon nömrəsi daxil edilməlidir',
      'Həkimin adı soyadı daxil edilməlidir',
    ]);
    expect(document.activeElement).toBe(field(/Ad Soyad/));
    expect(server.requests).toEqual([]);
  });

  test('blanks are nothing, and a short number is no number', async () => {
    const user = open(Reservation, reservation);
    await fill(user, { ...patient, fullName: '   ', phone: '050 123' });
    await user.click(button());
    expect(sentenceOf(field(/Ad Soyad/))).toBe('Ad Soyad daxil edilməlidir');
    expect(sentenceOf(field(/Telefon/))).toBe('Düzgün telefon nömrəsi daxil edin');
    expect(field(/Telefon/).value).toBe('050 123');
  });

  test.each(['123456789', '(050)1234567', '994-50-1234567', '1234567890123456', '++994501234567'])(
    '%s is judged as it was typed, on leaving the field, and stays',
    async (typed) => {
      const user = open(Reservation, reservation);
      const phone = field(/Telefon/);
      await user.type(phone, typed);
      await user.tab();
      expect(sentenceOf(phone)).toBe('Düzgün telefon nömrəsi daxil edin');
      expect(phone.value).toBe(typed);
    },
  );

  test.each(['0501234567', '+994 50 123 45 67', ' 994501234567', '+123456789012345'])(
    '%s is a number, and is not rewritten',
    async (typed) => {
      const user = open(Reservation, reservation);
      const phone = field(/Telefon/);
      await user.type(phone, typed);
      await user.tab();
      expect(sentenceOf(phone)).toBe('');
      expect(phone.value).toBe(typed);
    },
  );

  test('another window is not another field', async () => {
    const user = open(Reservation, reservation);
    const name = field(/Ad Soyad/);
    await user.click(name);
    fireEvent.focusOut(name);
    expect(sentenceOf(name)).toBe('');
  });

  test('sends the input once, thanks the visitor and resets', async () => {
    const answer = later<Reply>();
    const server = reply(() => answer.promise);
    const user = open(Reservation, reservation);
    await fill(user, patient);
    await user.keyboard('{Enter}');
    expect(button().disabled).toBe(true);
    expect(button().textContent).toBe('Göndərilir…');
    fireEvent.submit(button().form as HTMLFormElement);
    answer.resolve({ body: { message: 'ok' } });
    const thanks = await dialog();
    within(thanks).getByRole('heading', { name: 'Təşəkkür Edirik!' });
    within(thanks).getByText(
      'Rezervasiya müraciətiniz uğurla qeydə alındı. Ən yaxın zamanda sizinlə əlaqə saxlanılacaq',
    );
    expect(server.requests).toHaveLength(1);
    expect(JSON.parse(String(server.requests[0]?.body))).toEqual(sent);
    expect(server.requests[0]?.headers.get('x-language')).toBe('az');
    await user.click(within(thanks).getByRole('button', { name: 'Bağla' }));
    expect(button().disabled).toBe(false);
    expect(document.activeElement).toBe(button());
    for (const name of Object.keys(patient)) {
      expect(document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value).toBe('');
      expect(document.getElementById(`${name}-error`)?.textContent).toBe('');
    }
  });

  test.each([
    ['offers a time where the clinic has kinds of examination', { kinds: [{ _id: 'k1' }] }, 1],
    ['offers no time where it has none', { kinds: [] }, 0],
  ])('%s', async (_case, body, links) => {
    stubServer({
      'POST /api/misc/reservation-application': { body: { message: 'ok', booking: 'token' } },
      'GET /api/misc/booking/kinds': { body },
    });
    const user = open(Reservation, reservation);
    await fill(user, patient);
    await user.keyboard('{Enter}');
    const found = within(await dialog()).queryAllByRole('link', { name: 'Vaxt seçin' });
    expect(found.map((link) => link.getAttribute('href'))).toEqual(
      Array(links).fill('/qebul/token?lang=az'),
    );
    expect(document.activeElement === found[0]).toBe(links === 1);
  });

  test('puts a number in order although its field was never left', async () => {
    const server = reply({});
    const user = open(Reservation, reservation);
    const { phone, ...others } = patient;
    await fill(user, { ...others, phone });
    await user.keyboard('{Enter}');
    await dialog();
    expect(JSON.parse(String(server.requests[0]?.body))).toEqual(sent);
  });

  test("a refusal shows the server's message at its field and keeps the input", async () => {
    const message = 'Düzgün email formatı daxil edin';
    reply({ status: 400, body: { message, fields: [{ path: 'email', message }] } });
    const user = open(Reservation, reservation);
    await fill(user, patient);
    await user.click(button());
    const refusal = await dialog();
    within(refusal).getByRole('heading', { name: 'Xəta!' });
    within(refusal).getByText(message);
    await user.click(within(refusal).getByRole('button', { name: 'Bağla' }));
    const email = field(/Email/);
    await waitFor(() => expect(document.activeElement).toBe(email));
    expect(sentenceOf(email)).toBe(message);
    expect(email.value).toBe(patient.email);
    await user.type(email, 'x');
    expect(sentenceOf(email)).toBe('');
  });

  test.each([
    [
      'a refusal without a sentence',
      { status: 502, text: '<h1>Bad gateway</h1>' },
      'Rezervasiya müraciətiniz göndərilmədi. Zəhmət olmasa yenidən cəhd edin',
    ],
    [
      'no answer at all',
      () => Promise.reject(new TypeError('offline')),
      'Sistemdə xəta baş verdi. Zəhmət olmasa daha sonra yenidən cəhd edin',
    ],
    [
      'an answer nobody can read',
      { text: 'salam' },
      'Sistemdə xəta baş verdi. Zəhmət olmasa daha sonra yenidən cəhd edin',
    ],
  ])('%s has a sentence of our own', async (_case, answer, sentence) => {
    reply(answer as Reply);
    const user = open(Reservation, reservation);
    await fill(user, patient);
    await user.click(button());
    within(await dialog()).getByText(sentence);
    expect(field(/Ad Soyad/).value).toBe(patient.fullName);
    expect(button().disabled).toBe(false);
  });
});

describe('the partnership form', () => {
  const clinic = {
    fullName: 'Rəşad Əliyev',
    email: 'resad@example.az',
    phone: '0551234567',
    clinicName: 'Ağ Diş',
    clinicPhone: '+994 12 555 01 20',
  };

  test('asks for the clinic and its number in their own words', async () => {
    const user = open(Partnership, partnership);
    await user.click(button());
    expect(sentenceOf(field(/Klinika adı/))).toBe('Klinika adı daxil edilməlidir');
    expect(sentenceOf(field(/Klinika telefon/))).toBe('Klinika telefon nömrəsi daxil edilməlidir');
  });

  test('shows that it was sent', async () => {
    const server = stubServer({ 'POST /api/misc/partner-application': {} });
    const user = open(Partnership, partnership);
    await fill(user, clinic);
    await user.click(button());
    const done = await dialog();
    within(done).getByRole('heading', { name: 'Uğurlu!' });
    within(done).getByText('Tərəfdaşlıq müraciətiniz uğurla qeydə alındı');
    expect(JSON.parse(String(server.requests[0]?.body))).toMatchObject({
      phone: '0551234567',
      clinicPhone: '+994 12 555 01 20',
    });
  });

  test('has a sentence for a refusal without one', async () => {
    stubServer({ 'POST /api/misc/partner-application': { status: 500, body: {} } });
    const user = open(Partnership, partnership);
    await fill(user, clinic);
    await user.click(button());
    within(await dialog()).getByText('Müraciətiniz göndərilmədi. Zəhmət olmasa yenidən cəhd edin');
  });
});

describe('the contact form', () => {
  test('needs a name and a phone; an e-mail only has to be right', async () => {
    const server = stubServer({ 'POST /api/misc/contact-message': {} });
    const user = open(ContactPage, contact);
    await fill(user, { email: 'nigar' });
    await user.click(button());
    expect(sentenceOf(field(/Ad Soyad/))).toBe('Ad Soyad daxil edilməlidir');
    expect(sentenceOf(field(/Email/))).toBe('Düzgün email formatı daxil edin');
    expect(sentenceOf(field(/Mesaj/))).toBe('');
    await user.clear(field(/Email/));
    await fill(user, { fullName: patient.fullName, phone: patient.phone });
    await user.click(button());
    await dialog();
    expect(JSON.parse(String(server.requests[0]?.body))).toMatchObject({ email: '', message: '' });
  });
});

test('a form sent without script names the language of its page', () => {
  open(Reservation, reservation);
  const form = document.querySelector('form') as HTMLFormElement;
  expect(new FormData(form).get('language')).toBe('az');
});

test('people and assistive technology do not meet the field for programs', () => {
  open(Reservation, reservation);
  const trap = document.querySelector<HTMLInputElement>('[name=website]');
  expect(trap?.closest('[hidden]')).not.toBeNull();
  expect(trap?.tabIndex).toBe(-1);
  expect(screen.getAllByRole('textbox')).toHaveLength(4);
});
