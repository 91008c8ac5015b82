import type { Partner } from '@deqiq/contract/partners.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPortal, signedInAs } from '../../../testing/portal.tsx';
import { type Reply, stubServer } from '../../../testing/server.ts';

const PATH = '/api/admin/partners';

function person(number: number): Partner {
  return {
    _id: `p${number}`,
    firstName: 'Aygün',
    lastName: `Məmmədova ${number}`,
    birthDate: '1985-03-12T00:00:00.000Z',
    phone: '+994 50 123 45 67',
    email: `aygun${number}@klinika.az`,
    instagram: '@aygun',
    clinicName: '',
    balance: 0,
    sendedPatientsCount: 0,
    createdAt: '2026-11-20T07:15:57.123Z',
  };
}

/** A server with so many partners, 20 a page, and what a test says on top. */
function open(count: number, address = '/admin/dashboard', more: Record<string, () => Reply> = {}) {
  const people = Array.from({ length: count }, (_, index) => person(index + 1));
  const server = stubServer({
    [`GET ${PATH}`]: ({ query }) => {
      const page = Number(query.get('page'));
      return {
        body: {
          partners:
            query.get('fullName') === 'nobody' ? [] : people.slice((page - 1) * 20, page * 20),
          pagination: {
            currentPage: page,
            totalPage: Math.ceil(people.length / 20),
            totalItems: people.length,
            itemsPerPage: 20,
          },
        },
      };
    },
    [`DELETE ${PATH}/p21`]: () => {
      people.splice(20, 1);
      return { body: {} };
    },
    ...more,
  });
  const sent = (method: string) => server.requests.filter((request) => request.method === method);
  return { server, sent, ...openPortal(address) };
}

const firstRow = async () => within((await screen.findAllByRole('row'))[1] as HTMLElement);
const cells = async () => (await firstRow()).getAllByRole('cell').map((cell) => cell.textContent);
const fields = {
  firstName: 'First Name',
  lastName: 'Last Name',
  birthDate: 'Birth Date',
  phone: 'Phone',
  email: 'Email',
  instagram: 'Instagram',
  password: 'Password',
} as const;
const good = {
  firstName: 'Elçin',
  lastName: 'Əliyev',
  birthDate: '1979-01-31',
  phone: '+994501234567',
  email: 'elcin@klinika.az',
  instagram: '@elcin',
  password: 'secret',
} as const;
type Name = keyof typeof good;
const names = Object.keys(good) as Name[];
const field = (name: Name) => screen.getByLabelText(new RegExp(`^${fields[name]}`));
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });

beforeEach(() => signedInAs('admin'));

describe('the list', () => {
  test('has the columns in order', async () => {
    open(1);
    const heads = (await screen.findAllByRole('columnheader')).map((head) => head.textContent);
    expect(heads).toEqual([
      '#',
      'Full Name',
      'Email',
      'Phone',
      'Instagram',
      'Birth Date',
      'Actions',
    ]);
    expect((await cells()).slice(0, 6)).toEqual([
      '1',
      'Aygün Məmmədova 1',
      'aygun1@klinika.az',
      '+994 50 123 45 67',
      '@aygun',
      '12.03.1985',
    ]);
    const actions = (await firstRow()).getAllByRole('button').map((each) => each.ariaLabel);
    expect(actions).toEqual(['Delete', 'Edit', 'Reset password']);
  });

  test('numbers continue over the pages', async () => {
    const { user, where } = open(25);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByText('Aygün Məmmədova 21');
    expect((await cells())[0]).toBe('21');
    expect(where()).toBe('/admin/dashboard?page=2');
  });

  test('a search goes back to page 1; Clear shows everybody again', async () => {
    const { server, user, where } = open(25, '/admin/dashboard?page=2');
    await screen.findByText('Aygün Məmmədova 21');
    await user.type(screen.getByRole('searchbox'), 'nobody');
    expect(server.requests).toHaveLength(1);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('No Partners Found')).toBeTruthy();
    expect(where()).toBe('/admin/dashboard?fullName=nobody');
    expect(server.requests.at(-1)?.query.toString()).toBe('page=1&limit=20&fullName=nobody');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('Aygün Məmmədova 1')).toBeTruthy();
    expect(where()).toBe('/admin/dashboard');
  });

  test('deleting the last row of a page steps back a page', async () => {
    const { user, where } = open(21, '/admin/dashboard?page=2');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    expect(await screen.findByText('Partnyor müvəffəqiyyətlə silindi.')).toBeTruthy();
    expect(await screen.findByText('Aygün Məmmədova 20')).toBeTruthy();
    expect(where()).toBe('/admin/dashboard');
  });

  test('a failure without a reason says the default', async () => {
    open(0, '/admin/dashboard', { [`GET ${PATH}`]: () => ({ status: 500, text: '' }) });
    expect(await screen.findByText('Failed to load partners')).toBeTruthy();
  });
});

describe('deleting', () => {
  test('names whom, and a cancel changes nothing', async () => {
    const { sent, user } = open(1);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Əminsiniz?' }));
    expect(question.getByText(/Aygün Məmmədova 1/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Ləğv et' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent('DELETE')).toEqual([]);
  });

  test.each([
    [{ message: 'Partnyor tapılmadı' }, 'Partnyor tapılmadı'],
    [{}, 'Partnyor silinərkən xəta baş verdi.'],
  ])('a refusal says the reason, else the default', async (body, said) => {
    const { user } = open(1, undefined, { [`DELETE ${PATH}/p1`]: () => ({ status: 404, body }) });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    expect(
      within(await screen.findByRole('alertdialog', { name: 'Xəta!' })).getByText(said),
    ).toBeTruthy();
  });
});

describe('adding', () => {
  async function openForm(more: Record<string, () => Reply> = {}) {
    const opened = open(1, undefined, more);
    await opened.user.click(await screen.findByRole('button', { name: 'Add Partner' }));
    await screen.findByRole('dialog', { name: 'Add Partner' });
    const fill = async (...wanted: Name[]) => {
      for (const name of wanted) await opened.user.type(field(name), good[name]);
    };
    const submit = () => opened.user.click(inDialog('Add Partner'));
    return { ...opened, fill, submit };
  }

  test('seven fields in order, named as the API names them', async () => {
    await openForm();
    const inputs = [...screen.getByRole('dialog').querySelectorAll('input')];
    expect(inputs.map((input) => input.name)).toEqual(names);
  });

  test('the first failure is said in Xəta!, one after the other, before anything is asked', async () => {
    const { sent, fill, submit, user } = await openForm();
    const messages = [
      'Please enter a first name',
      'Please enter a last name',
      'Please enter a birth date',
      'Please enter a phone number',
      'Please enter a valid email',
      'Please enter an instagram link',
      'Please enter a password with at least 6 characters',
    ];
    for (const [index, message] of messages.entries()) {
      await submit();
      const dialog = within(await screen.findByRole('alertdialog', { name: 'Xəta!' }));
      expect(dialog.getByText(message)).toBeTruthy();
      await user.click(dialog.getByRole('button', { name: 'Bağla' }));
      const name = names[index] as Name;
      await waitFor(() => expect(field(name).getAttribute('aria-invalid')).toBe('true'));
      expect(screen.getByText(message).id).toBe(
        field(name).getAttribute('aria-describedby')?.split(' ')[0],
      );
      await fill(name);
    }
    await submit();
    expect(await screen.findByRole('alertdialog', { name: 'Əminsiniz?' })).toBeTruthy();
    expect(sent('POST')).toEqual([]);
  }, 20_000);

  test('a cancelled confirmation sends nothing and keeps the form', async () => {
    const { sent, fill, submit, user } = await openForm();
    await fill(...names);
    await submit();
    await user.click(await screen.findByRole('button', { name: 'Ləğv et' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent('POST')).toEqual([]);
    expect(field('firstName')).toHaveProperty('value', good.firstName);
  });

  test('sends the seven fields as a form, says so, closes and asks for the list again', async () => {
    const { sent, fill, submit, user } = await openForm({
      [`POST ${PATH}`]: () => ({ status: 201, body: {} }),
    });
    await fill(...names);
    await submit();
    const question = within(await screen.findByRole('alertdialog', { name: 'Əminsiniz?' }));
    expect(question.getByText(/Elçin Əliyev/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Bəli' }));
    expect(await screen.findByText('Tərəfdaş uğurla yaradıldı')).toBeTruthy();
    const body = sent('POST')[0]?.body as FormData;
    expect(body).toBeInstanceOf(FormData);
    expect(Object.fromEntries(body)).toEqual(good);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('GET')).toHaveLength(2);
  });

  test.each([
    [{ message: 'Bu e-poçt artıq istifadə olunur' }, 'Bu e-poçt artıq istifadə olunur'],
    [{}, 'Tərəfdaş yaradıla bilmədi'],
  ])('a refused save says why and keeps what was typed', async (body, said) => {
    const { fill, submit, user } = await openForm({
      [`POST ${PATH}`]: () => ({ status: 409, body }),
    });
    await fill(...names);
    await submit();
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Xəta!' }));
    expect(dialog.getByText(said)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Bağla' }));
    for (const name of names) expect(field(name)).toHaveProperty('value', good[name]);
  });
});

describe('editing', () => {
  test('six fields, filled in; no password is sent', async () => {
    const { sent, user } = open(1, undefined, { [`PUT ${PATH}/p1`]: () => ({ body: {} }) });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByRole('dialog', { name: 'Edit Partner' });
    expect(field('birthDate')).toHaveProperty('value', '1985-03-12');
    await user.clear(field('phone'));
    await user.type(field('phone'), '+994 55 000 00 00');
    await user.click(inDialog('Save Changes'));
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    expect(await screen.findByText('Tərəfdaş məlumatları uğurla yeniləndi')).toBeTruthy();
    expect(Object.fromEntries(sent('PUT')[0]?.body as FormData)).toEqual({
      firstName: 'Aygün',
      lastName: 'Məmmədova 1',
      birthDate: '1985-03-12',
      phone: '+994 55 000 00 00',
      email: 'aygun1@klinika.az',
      instagram: '@aygun',
    });
  });

  test('a refusal without a reason says the default', async () => {
    const { user } = open(1, undefined, {
      [`PUT ${PATH}/p1`]: () => ({ status: 500, text: 'broken' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(inDialog('Save Changes'));
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    expect(await screen.findByText('Tərəfdaş məlumatları yenilənə bilmədi')).toBeTruthy();
  });
});

describe('a new password', () => {
  async function openForm(reply: Reply = { body: {} }) {
    const opened = open(1, undefined, { [`PATCH ${PATH}/p1/reset-password`]: () => reply });
    await opened.user.click(await screen.findByRole('button', { name: 'Reset password' }));
    const submit = () => opened.user.click(inDialog('Reset Password'));
    return { ...opened, submit };
  }

  test('is required and has at least 8 characters', async () => {
    const { sent, submit, user } = await openForm();
    await submit();
    expect(await screen.findByText('Password is required')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Bağla' }));
    await user.type(screen.getByLabelText(/^New Password/), '1234567');
    await submit();
    expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy();
    expect(sent('PATCH')).toEqual([]);
  });

  test.each([
    [{ body: {} }, 'Şifrə uğurla dəyişdirildi'],
    [{ status: 500, text: '' }, 'Şifrə dəyişdirilə bilmədi'],
  ])('is confirmed, then sent (%o)', async (reply: Reply, said) => {
    const { sent, submit, user } = await openForm(reply);
    await user.type(screen.getByLabelText(/^New Password/), '12345678');
    await submit();
    expect(sent('PATCH')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Bəli' }));
    expect(await screen.findByText(said)).toBeTruthy();
    expect(sent('PATCH')[0]?.body).toBe('{"password":"12345678"}');
  });
});
