import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  answer,
  dialog,
  firstRow,
  formOf,
  labOf,
  openSection,
  press,
  refused,
} from '../../../testing/admin/admin.tsx';
import { later, type Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/labs';
const people = [
  { _id: 'p1', firstName: 'Aygün', lastName: 'Məmmədova', clinicName: '' },
  { _id: 'p2', firstName: 'Elçin', lastName: 'Əliyev', clinicName: '' },
];

type Options = { lab?: Parameters<typeof labOf>[0]; reply?: Reply; search?: () => Promise<Reply> };

function open({ lab = {}, reply = { body: {} }, search: found }: Options = {}) {
  return openSection('labs', {
    [`GET ${PATH}`]: { body: { labs: [labOf(lab)], totalPages: 1 } },
    'GET /api/admin/lite/partners': ({ query }) => {
      const name = query.get('name');
      if (found) return found();
      return { body: { partners: name === 'heç kim' ? [] : people } };
    },
    [`POST ${PATH}`]: () => reply,
    [`PUT ${PATH}/l1`]: () => reply,
    [`PATCH ${PATH}/l1/status`]: () => reply,
    [`DELETE ${PATH}/l1`]: () => reply,
  });
}

const field = (name: string) => dialog().getByLabelText(new RegExp(`^${name}`));
const day = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const picker = () => dialog().getByRole('combobox', { name: /^Partner/ });

describe('the partner picker', () => {
  async function openPicker(options?: Options) {
    const opened = open(options);
    await opened.user.click(await screen.findByRole('button', { name: 'Add Lab' }));
    expect(picker().textContent).toBe('Select a partner');
    await opened.user.click(picker());
    return { ...opened, box: await screen.findByPlaceholderText('Search partners...') };
  }

  test('finds by name and shows first and last names', async () => {
    const { server, user, box } = await openPicker();
    expect(await screen.findByRole('option', { name: 'Aygün Məmmədova' })).toBeTruthy();
    await user.type(box, 'elçin');
    await waitFor(() =>
      expect(server.to('/api/admin/lite/partners').at(-1)?.query.get('name')).toBe('elçin'),
    );
    await user.click(await screen.findByRole('option', { name: 'Elçin Əliyev' }));
    await waitFor(() => expect(picker().textContent).toBe('Elçin Əliyev'));
  });

  test('shows that it is searching, and that no partner was found', async () => {
    const answered = later<Reply>();
    await openPicker({ search: () => answered.promise });
    expect(await screen.findByText('Loading...')).toBeTruthy();
    answered.resolve({ body: { partners: [] } });
    expect(await screen.findByText('No partners found')).toBeTruthy();
  });

  test('its list is 15rem high at most', async () => {
    await openPicker();
    const list = await screen.findByRole('listbox');
    expect(list.className).toContain('max-h-[min(15rem,');
  });
});

test('adding shows missing fields in order, asks, sends and shows the result', async () => {
  const { sent, user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add Lab' }));
  const save = (message: string) => refused(user, 'Create Lab', message);
  await save('Zəhmət olmasa başlıq daxil edin');
  await user.type(field('Title'), 'Sirkonium tac');
  await save('Zəhmət olmasa partner seçin');
  await waitFor(() => expect(document.activeElement).toBe(picker()));
  await user.click(picker());
  await user.click(await screen.findByRole('option', { name: 'Aygün Məmmədova' }));
  await save('Zəhmət olmasa başlanğıc tarixini seçin');
  day('Start Date', '2026-11-05');
  await save('Zəhmət olmasa bitiş tarixini seçin');
  // No check that the end follows the start: specification, section 5.
  day('End Date', '2026-11-01');
  await press(user, 'Create Lab');
  expect(await answer(user, 'Bəli')).toContain('Sirkonium tac — Aygün Məmmədova');
  expect(await screen.findByText('Labs uğurla əlavə edildi')).toBeTruthy();
  expect(formOf(sent('POST')[0]?.body)).toEqual({
    title: 'Sirkonium tac',
    partner: 'p1',
    startDate: '2026-11-05',
    endDate: '2026-11-01',
  });
}, 20_000);

test('editing begins with what there is and has messages of its own', async () => {
  const { sent, user } = open({ lab: { endDate: '2026-12-01T00:00:00.000Z' } });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(picker().textContent).toBe('Aygün Məmmədova');
  expect(field('Start Date')).toHaveProperty('value', '05.11.2026');
  const save = (message: string) => refused(user, 'Update Lab', message);
  await user.clear(field('Title'));
  await save('Zəhmət olmasa başlığı daxil edin');
  await user.type(field('Title'), 'Vinir');
  day('Start Date', '');
  await save('Başlanğıc tarixi boş ola bilməz');
  day('Start Date', '2026-11-06');
  day('End Date', '');
  await save('Bitmə tarixi boş ola bilməz');
  day('End Date', '2026-12-02');
  await press(user, 'Update Lab');
  await answer(user, 'Bəli');
  expect(await screen.findByText('Labs uğurla yeniləndi')).toBeTruthy();
  expect(sent('PUT')[0]?.body).toBe(
    '{"title":"Vinir","partner":"p1","startDate":"2026-11-06","endDate":"2026-12-02"}',
  );
}, 20_000);

test.each([
  ['pending', 'tamamlandı', 'completed'],
  ['completed', 'gözləyir', 'pending'],
  ['something else', 'gözləyir', 'pending'],
])('a %s order becomes %s after a question that names it', async (status, named, next) => {
  const { sent, user } = open({ lab: { status: status as 'pending' } });
  await user.click(await screen.findByRole('button', { name: 'Toggle status' }));
  expect(await answer(user, 'Bəli')).toContain(`yeni status — ${named}`);
  await waitFor(() => expect(sent('PATCH')[0]?.body).toBe(JSON.stringify({ status: next })));
  expect(await screen.findByText('Status uğurla dəyişdirildi')).toBeTruthy();
});

const failed: Reply = { status: 500, text: '' };

test('failures without a reason show their default messages', async () => {
  const { user } = open({ reply: failed, lab: { endDate: '2026-12-01T00:00:00.000Z' } });
  await firstRow();
  const fails = async (message: string) => {
    await answer(user, 'Bəli');
    expect(await screen.findByText(message)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await fails('Laboratoriya silinmədi.');
  await user.click(screen.getByRole('button', { name: 'Toggle status' }));
  await fails('Status dəyişdirilə bilmədi.');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await press(user, 'Update Lab');
  await fails('Labs yenilənə bilmədi');
}, 20_000);

test('deleting names the order and shows the result', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await answer(user, 'Bəli')).toContain('Sirkonium tac');
  expect(await screen.findByText('Laboratoriya uğurla silindi')).toBeTruthy();
});
