import type { Complaint } from '@deqiq/contract/office/complaint-lists.ts';
import type { Lab } from '@deqiq/contract/office/labs.ts';
import type { PartnerStats } from '@deqiq/contract/office/partner-stats.ts';
import type { Payment } from '@deqiq/contract/office/payments.ts';
import type { Clinic } from '@deqiq/contract/site/clinics.ts';
import type { Doctor } from '@deqiq/contract/site/doctors.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { openPortal, signedInAs } from '../portal.tsx';
import { stubServer } from '../server.ts';

type Routes = Parameters<typeof stubServer>[0];

/** Opens the back-office as staff at this address, on a server with these routes. */
export function openAt(address: string, routes: Routes) {
  signedInAs('admin');
  const server = stubServer(routes);
  const sent = (method: string) => server.requests.filter((request) => request.method === method);
  return { server, sent, ...openPortal(address) };
}

/** One of its sections. */
export const openSection = (section: string, routes: Routes) =>
  openAt(`/admin/dashboard/${section}`, routes);

const partner = { _id: 'p1', firstName: 'Aygün', lastName: 'Məmmədova' };

export const statsOf = (part: Partial<PartnerStats> = {}): PartnerStats => ({
  ...partner,
  name: 'Aygün Məmmədova',
  email: 'aygun@klinika.az',
  phone: '+994501234567',
  clinicName: 'Dent Art',
  balance: 1234.5,
  sendedPatientsCount: 7,
  createdAt: '2026-11-19T22:15:57.123Z',
  ...part,
});

export const paymentOf = (part: Partial<Payment> = {}): Payment => ({
  _id: 'pay1',
  amount: 1,
  status: 'pending',
  gift: null,
  date: '2026-11-20T07:15:57.123Z',
  partner: {
    ...partner,
    clinicName: 'Dent Art',
    email: 'aygun@klinika.az',
    phone: '+994501234567',
  },
  ...part,
});

export const doctorOf = (part: Partial<Doctor> = {}): Doctor => ({
  _id: 'd1',
  firstName: 'Elçin',
  lastName: 'Əliyev',
  phone: '+994501234567',
  clinicName: 'Dent Art',
  instagram: '@elcin',
  imageUrl: 'face.webp',
  imageUrls: ['one.webp', 'two.webp', 'three.webp'],
  ...part,
});

export const clinicOf = (part: Partial<Clinic> = {}): Clinic => ({
  _id: 'c1',
  title: 'Dent Art',
  phone: '+994 12 555 00 10',
  location: 'Bakı, Azərbaycan',
  instagram: '@dentart',
  imageUrl: 'clinic.webp',
  ...part,
});

export const labOf = (part: Partial<Lab> = {}): Lab => ({
  _id: 'l1',
  title: 'Sirkonium tac',
  partner,
  startDate: '2026-11-05T00:00:00.000Z',
  endDate: null,
  status: 'pending',
  ...part,
});

export const reportOf = (part: Partial<Complaint> = {}): Complaint => ({
  _id: 'r1',
  partner: { ...partner, email: 'aygun@klinika.az' },
  message: 'Nəticələr gec gəlir',
  createdAt: '2026-11-20T07:15:57.123Z',
  status: 'new',
  note: '',
  handledBy: '',
  handledAt: null,
  version: 1,
  ...part,
});

export const picture = (name: string, type = 'image/png') => new File(['bytes'], name, { type });

/** The first row: the text of its cells and the names of its buttons. */
export async function firstRow() {
  const row = (await screen.findAllByRole('row'))[1] as HTMLElement;
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  const buttons = within(row)
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  return { row: within(row), cells, buttons };
}

export const dialog = () => within(screen.getByRole('dialog'));

/** Presses the dialog's button that saves. */
export const press = (user: UserEvent, name: string) =>
  user.click(dialog().getByRole('button', { name }));

/** Presses the button, expects the message in the dialog 'Xəta!' and closes it. */
export async function refused(user: UserEvent, button: string, message: string): Promise<void> {
  await press(user, button);
  await readError(user, message);
}

export async function readError(user: UserEvent, message: string): Promise<void> {
  const error = within(await screen.findByRole('alertdialog', { name: 'Xəta!' }));
  expect(error.getByText(message)).toBeTruthy();
  await user.click(error.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

/** Presses a button of the open confirmation and returns its text. */
export async function answer(user: UserEvent, button: string): Promise<string> {
  const question = await screen.findByRole('alertdialog');
  const text = question.textContent ?? '';
  await user.click(within(question).getByRole('button', { name: button }));
  // An error dialog may replace it immediately.
  await waitFor(() => expect(question.isConnected).toBe(false));
  return text;
}

/** A form as it was sent; files by their names, repeated keys as lists. */
export function formOf(body: BodyInit | null | undefined): Record<string, string | string[]> {
  expect(body).toBeInstanceOf(FormData);
  const form: Record<string, string | string[]> = {};
  for (const [name, value] of body as FormData) {
    const text = typeof value === 'string' ? value : value.name;
    const before = form[name];
    form[name] = before === undefined ? text : [before, text].flat();
  }
  return form;
}
