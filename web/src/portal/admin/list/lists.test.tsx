import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  clinicOf,
  doctorOf,
  firstRow,
  labOf,
  openSection,
  paymentOf,
  reportOf,
  statsOf,
} from '../../../testing/admin/admin.tsx';
import type { Reply } from '../../../testing/server.ts';

afterEach(() => vi.useRealTimers());

const visitor = {
  _id: 'a1',
  fullName: 'Nigar Quliyeva',
  email: 'nigar@example.az',
  phone: '+994 70 222 33 44',
  createdAt: '2026-11-20T21:15:57.123Z',
  status: 'new',
  note: '',
  handledBy: '',
  handledAt: null,
  version: 1,
};

type Section = {
  section: string;
  /** The resource, where it is called otherwise than the section. */
  resource?: string;
  title: string;
  head: string[];
  /** The cells of the row below them, without its actions. */
  row: string[];
  actions: string[];
  list: string;
  of: object;
  /** `pagination` contains the number of pages. */
  nested?: boolean;
  search: 'name' | 'fullName';
  limit: number;
  empty: string;
  failed: string;
};

const sections: Section[] = [
  {
    section: 'partner-stats',
    title: 'Partner Stats',
    head: [
      '#',
      'Partner Name',
      'Email',
      'Clinic',
      'Balance',
      'Patient Count',
      'Join Date',
      'Actions',
    ],
    row: ['21', 'Aygün Məmmədova', 'aygun@klinika.az', 'Dent Art', '1.234,50 ₼', '7', '20.11.2026'],
    actions: ['Update balance', 'Update patient count'],
    list: 'partners',
    of: statsOf(),
    search: 'fullName',
    limit: 20,
    empty: 'Məlumat tapılmadı',
    failed: 'Partner statistikalarını yükləmək mümkün olmadı',
  },
  {
    section: 'payments',
    title: 'Payments',
    head: ['Partner Name', 'Clinic', 'Email', 'Phone', 'Amount', 'Status', 'Date', 'Actions'],
    row: [
      'Aygün Məmmədova',
      'Dent Art',
      'aygun@klinika.az',
      '+994501234567',
      '1,00 AZN',
      'Pending',
      '20.11.2026',
    ],
    actions: ['Confirm', 'Reject'],
    list: 'payments',
    of: paymentOf(),
    search: 'name',
    limit: 20,
    empty: 'Məlumat tapılmadı',
    failed: 'Yüklənmə xətası',
  },
  {
    section: 'doctors',
    resource: 'partnercards',
    title: 'Doctors',
    head: ['Doctor', 'Phone', 'Clinic Name', 'Instagram', 'Image', 'Certificates', 'Actions'],
    row: ['Elçin Əliyev', '+994501234567', 'Dent Art', '@elcin', '', '3'],
    actions: [
      'Open the image of Elçin Əliyev',
      'Open 3 certificates of Elçin Əliyev',
      'Edit',
      'Delete',
    ],
    list: 'partnerCards',
    of: doctorOf(),
    search: 'name',
    limit: 10,
    empty: 'No Doctors Found',
    failed: 'Failed to load doctors',
  },
  {
    section: 'clinics',
    title: 'Clinics',
    head: ['#', 'Title', 'Phone', 'Instagram', 'Image', 'Actions'],
    row: ['11', 'Dent Art', '+994 12 555 00 10', '@dentart', ''],
    actions: ['Open the image of Dent Art', 'Edit', 'Delete'],
    list: 'clinics',
    of: clinicOf(),
    search: 'name',
    limit: 10,
    empty: 'No Clinics Found',
    failed: 'Failed to load clinics',
  },
  {
    section: 'labs',
    title: 'Labs',
    head: ['#', 'Title', 'Status', 'Start Date', 'End Date', 'Actions'],
    row: ['21', 'Sirkonium tacAygün Məmmədova', 'Pending', '05.11.2026', '—'],
    actions: ['Aygün Məmmədova', 'Edit', 'Delete', 'Toggle status'],
    list: 'labs',
    of: labOf(),
    search: 'name',
    limit: 20,
    empty: 'Laboratoriya tapılmadı',
    failed: 'Yüklənmə xətası',
  },
  {
    section: 'reports',
    title: 'Partner Reports',
    head: ['#', 'Partner', 'Mesaj', 'Actions'],
    row: ['21', 'aygun@klinika.azAygün Məmmədova · 20.11.2026', 'Nəticələr gec gəlirNew'],
    actions: ['Aygün Məmmədova', 'Update status', 'Delete'],
    list: 'reports',
    of: reportOf(),
    nested: true,
    search: 'fullName',
    limit: 20,
    empty: 'No partner Reports submitted yet',
    failed: 'Failed to load reports',
  },
  {
    section: 'applications/partner',
    title: 'Partner Applications',
    head: [
      '#',
      'Full Name',
      'Email',
      'Phone',
      'Clinic Name',
      'Clinic Phone',
      'Date',
      'Status',
      'Actions',
    ],
    row: [
      '21',
      'Nigar Quliyeva',
      'nigar@example.az',
      '+994 70 222 33 44',
      'Ağ Diş',
      '+994 12 1',
      '21.11.2026 01:15',
      'New',
    ],
    actions: ['Update status', 'Delete'],
    list: 'applications',
    of: { ...visitor, clinicName: 'Ağ Diş', clinicPhone: '+994 12 1' },
    nested: true,
    search: 'fullName',
    limit: 20,
    empty: 'No Partner Applications Found',
    failed: 'Failed to load partner applications',
  },
  {
    section: 'applications/reservation',
    title: 'Reservation Applications',
    head: ['#', 'Full Name', 'Email', 'Phone', 'Doctor', 'Date', 'Status', 'Actions'],
    row: [
      '21',
      'Nigar Quliyeva',
      'nigar@example.az',
      '+994 70 222 33 44',
      'Dr. Əliyev',
      '21.11.2026 01:15',
      'New',
    ],
    actions: ['Update status', 'Delete', 'Book', 'Create Referral'],
    list: 'applications',
    of: { ...visitor, partnerFullName: 'Dr. Əliyev' },
    nested: true,
    search: 'fullName',
    limit: 20,
    empty: 'No Reservation Applications Found',
    failed: 'Failed to load reservation applications',
  },
  {
    section: 'applications/contact',
    title: 'Messages',
    head: ['#', 'Full Name', 'Email', 'Phone', 'Message', 'Date', 'Status', 'Actions'],
    row: ['21', 'Nigar Quliyeva', '—', '+994 70 222 33 44', '—', '21.11.2026 01:15', 'New'],
    actions: ['Update status', 'Delete'],
    list: 'applications',
    of: { ...visitor, email: '', message: '' },
    nested: true,
    search: 'fullName',
    limit: 20,
    empty: 'No Messages Found',
    failed: 'Failed to load messages',
  },
];

const pathOf = ({ section, resource = section }: Section) => `/api/admin/${resource}`;

const page = ({ list, of, nested }: Section, totalPages = 9, rows: object[] = [of]) => ({
  body: { [list]: rows, ...(nested ? { pagination: { totalPages } } : { totalPages }) },
});

describe.each(sections)('$section', (each) => {
  const path = pathOf(each);
  const open = (reply: () => Reply | Promise<Reply>, address = '') =>
    openSection(each.section + address, { [`GET ${path}`]: reply });

  test('has its title, columns, cells and actions; numbers go on over the pages', async () => {
    const { sent } = open(() => page(each), '?page=2');
    expect(await screen.findByRole('heading', { level: 1, name: each.title })).toBeTruthy();
    const { cells, buttons } = await firstRow();
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(each.head);
    expect(cells.slice(0, -1)).toEqual(each.row);
    expect(buttons).toEqual(each.actions);
    expect(sent('GET')[0]?.query.toString()).toBe(`page=2&limit=${each.limit}`);
    await waitFor(() => expect(document.title).toBe(`${each.title} · Admin Panel`));
  });

  test('searches on Enter from page 1, in the address too', async () => {
    const { sent, user, where } = open(() => page(each), '?page=2');
    await firstRow();
    await user.type(screen.getByRole('searchbox', { name: 'Search by name...' }), 'aygun');
    expect(sent('GET')).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent('GET')).toHaveLength(2));
    expect(sent('GET')[1]?.query.get(each.search)).toBe('aygun');
    expect(where()).toBe(`/admin/dashboard/${each.section}?${each.search}=aygun`);
  });

  test('shows the empty state and the error state', async () => {
    const replies = [page(each, 1, []), { status: 500, text: '' }];
    const { user } = open(() => replies.shift() ?? { status: 500, text: '' });
    expect(await screen.findByText(each.empty)).toBeTruthy();
    await user.type(screen.getByRole('searchbox'), 'x{Enter}');
    expect(await screen.findByText('Oops! Something went wrong')).toBeTruthy();
    expect(screen.getByText(each.failed)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeTruthy();
  });

  test('polls every 10 s, and steps back from a page that is gone', async () => {
    vi.useFakeTimers();
    let pages = 2;
    const { sent, where } = open(() => page(each, pages), '?page=2');
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
    while (sent('GET').length === 0) await pass(10);
    await pass(9_900);
    expect(sent('GET')).toHaveLength(1);
    pages = 1;
    await pass(200);
    expect(sent('GET').length).toBeGreaterThan(1);
    expect(where()).toBe(`/admin/dashboard/${each.section}`);
  });
});

test('three numbers and the ends with gaps; the statistics have Previous, page / total, Next', async () => {
  const [stats, payments] = sections as [Section, Section];
  openSection('payments?page=5', { 'GET /api/admin/payments': () => page(payments) });
  await firstRow();
  const pager = screen.getByRole('navigation', { name: 'Pages' });
  expect(pager.textContent).toBe('FirstPrev1…456…9NextLast');
  const { user, where } = openSection('partner-stats?page=5', {
    'GET /api/admin/partner-stats': () => page(stats),
  });
  expect(await screen.findByText('5 / 9')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('4 / 9')).toBeTruthy();
  expect(where()).toBe('/admin/dashboard/partner-stats?page=4');
});

test('controls rest while another page loads', async () => {
  const labs = sections.find(({ section }) => section === 'labs') as Section;
  const slow = Promise.withResolvers<Reply>();
  const { user } = openSection('labs', {
    'GET /api/admin/labs': ({ query }) => (query.get('page') === '1' ? page(labs) : slow.promise),
  });
  await firstRow();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  for (const name of ['First', 'Prev', 'Next', 'Last', 'Search'])
    await waitFor(() =>
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true),
    );
  // The rows that still stand keep their numbers.
  expect((await firstRow()).cells[0]).toBe('1');
  slow.resolve(page(labs));
  await waitFor(async () => expect((await firstRow()).cells[0]).toBe('21'));
});

test('one page has no pager', async () => {
  const clinics = sections.find(({ section }) => section === 'clinics') as Section;
  openSection('clinics', { 'GET /api/admin/clinics': () => page(clinics, 1) });
  await firstRow();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});
