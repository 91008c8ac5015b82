import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  answer,
  dialog,
  doctorOf,
  firstRow,
  formOf,
  openSection,
  picture,
  press,
  readError,
  refused,
} from '../../../testing/admin/admin.tsx';
import type { Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/partnercards';

const open = (part: Parameters<typeof doctorOf>[0] = {}, reply: Reply = { body: {} }) =>
  openSection('doctors', {
    [`GET ${PATH}`]: { body: { partnerCards: [doctorOf(part)], totalPages: 1 } },
    [`POST ${PATH}`]: () => reply,
    [`PATCH ${PATH}/d1`]: () => reply,
    [`DELETE ${PATH}/d1`]: () => reply,
  });

const field = (name: string) => dialog().getByLabelText(new RegExp(`^${name}`));
const certificates = () => dialog().queryAllByRole('button', { name: /^Remove certificate/ });

test('certificates are the first image with their count; without any a dash', async () => {
  open();
  const { row } = await firstRow();
  const button = row.getByRole('button', { name: 'Open 3 certificates of Elçin Əliyev' });
  expect(button.textContent).toBe('3');
  expect(button.querySelector('img')?.getAttribute('src')).toBe(
    '/public/uploads/partnerCardFiles/one.webp?w=480',
  );
});

test('a doctor without certificates has a dash', async () => {
  open({ imageUrls: [] });
  expect((await firstRow()).cells[5]).toBe('—');
});

describe('adding', () => {
  test('shows missing fields in order; clinic, Instagram and certificates are optional', async () => {
    const { sent, user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add Doctor' }));
    const save = (message: string) => refused(user, 'Add Doctor', message);
    await save('Please enter a first name');
    await user.type(field('First Name'), 'Leyla');
    await save('Please enter a last name');
    await user.type(field('Last Name'), 'İbrahimova');
    await save('Please enter a phone number');
    await user.type(field('Phone'), '+994551112233');
    await save('Please upload a doctor image');
    await user.upload(field('Doctor Image'), picture('face.png'));
    await press(user, 'Add Doctor');
    expect(await answer(user, 'Bəli')).toContain('Leyla İbrahimova yeni həkim kimi');
    expect(await screen.findByText('Həkim uğurla əlavə edildi')).toBeTruthy();
    expect(formOf(sent('POST')[0]?.body)).toEqual({
      firstName: 'Leyla',
      lastName: 'İbrahimova',
      phone: '+994551112233',
      clinicName: '',
      instagram: '',
      image: 'face.png',
    });
  }, 20_000);

  test('takes at most 12 certificates', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add Doctor' }));
    for (const [name, text] of [
      ['First Name', 'L'],
      ['Last Name', 'İ'],
      ['Phone', '1'],
    ] as const)
      await user.type(field(name), text);
    await user.upload(field('Doctor Image'), picture('face.png'));
    const many = Array.from({ length: 13 }, (_, index) => picture(`${index}.png`));
    await user.upload(field('Certificates'), many);
    await refused(user, 'Add Doctor', 'A doctor may have at most 12 certificates');
  });
});

describe('editing', () => {
  async function openForm(reply?: Reply) {
    const opened = open({}, reply);
    await opened.user.click(await screen.findByRole('button', { name: 'Edit' }));
    return opened;
  }

  test('keeps the image, names the removed certificates and sends the new ones', async () => {
    const { sent, user } = await openForm();
    expect(certificates()).toHaveLength(3);
    await user.click(dialog().getByRole('button', { name: 'Remove certificate 2' }));
    await user.upload(field('Certificates'), [picture('four.png'), picture('five.png')]);
    expect(certificates()).toHaveLength(4);
    await press(user, 'Save Changes');
    await answer(user, 'Bəli');
    expect(await screen.findByText('Həkim məlumatları uğurla yeniləndi')).toBeTruthy();
    expect(formOf(sent('PATCH')[0]?.body)).toEqual({
      firstName: 'Elçin',
      lastName: 'Əliyev',
      phone: '+994501234567',
      clinicName: 'Dent Art',
      instagram: '@elcin',
      images: ['four.png', 'five.png'],
      existingImageUrl: 'face.webp',
      deletedImageUrls: '["two.webp"]',
    });
  });

  test('another image replaces the old one', async () => {
    const { sent, user } = await openForm();
    await user.click(dialog().getByRole('button', { name: 'Remove Doctor Image' }));
    await refused(user, 'Save Changes', 'Please upload a doctor image');
    await user.upload(field('Doctor Image'), picture('new.png'));
    await press(user, 'Save Changes');
    await answer(user, 'Bəli');
    await screen.findByText('Həkim məlumatları uğurla yeniləndi');
    expect(formOf(sent('PATCH')[0]?.body)).toMatchObject({
      image: 'new.png',
      existingImageUrl: '',
    });
  });

  test.each([
    [{ status: 500, text: '' }, 'Həkim əlavə edilə bilmədi'],
    [{ status: 400, body: { message: 'Nömrə yanlışdır' } }, 'Nömrə yanlışdır'],
  ])('a failure says why and keeps what was chosen (%#)', async (reply: Reply, message) => {
    const { user } = await openForm(reply);
    await user.upload(field('Certificates'), picture('four.png'));
    await press(user, 'Save Changes');
    await answer(user, 'Bəli');
    await readError(user, message);
    expect(certificates()).toHaveLength(4);
  });
});

test.each([
  [{ body: {} }, 'Həkim uğurla silindi'],
  [{ status: 500, text: '' }, 'Failed to delete the doctor.'],
])('deleting names the doctor and shows the result (%#)', async (reply: Reply, message) => {
  const { user } = open({}, reply);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await answer(user, 'Bəli')).toContain('Elçin Əliyev');
  expect(await screen.findByText(message)).toBeTruthy();
});
