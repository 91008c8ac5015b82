import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  answer,
  clinicOf,
  dialog,
  formOf,
  openSection,
  picture,
  press,
  readError,
  refused,
} from '../../../testing/admin/admin.tsx';
import type { Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/clinics';

const open = (reply: Reply = { body: {} }) =>
  openSection('clinics', {
    [`GET ${PATH}`]: { body: { clinics: [clinicOf()], totalPages: 1 } },
    [`POST ${PATH}`]: () => reply,
    [`PATCH ${PATH}/c1`]: () => reply,
    [`DELETE ${PATH}/c1`]: () => reply,
  });

const field = (name: string) => dialog().getByLabelText(new RegExp(`^${name}`));

describe('adding', () => {
  async function openForm(reply?: Reply) {
    const opened = open(reply);
    await opened.user.click(await screen.findByRole('button', { name: 'Add Clinic' }));
    return opened;
  }

  test('shows missing fields in order, the unmarked Instagram too, the image last', async () => {
    const { sent, user } = await openForm();
    expect(field('Phone')).toHaveProperty('placeholder', '+994 XX XXX XX XX');
    expect(field('Instagram')).toHaveProperty('placeholder', '@username');
    const save = (message: string) => refused(user, 'Add Clinic', message);
    await save('Please enter a title');
    await user.type(field('Title'), 'Dent Art');
    await save('Please enter a phone number');
    await user.type(field('Phone'), '+994125550010');
    await save('Please enter an instagram link');
    await user.type(field('Instagram'), '@dentart');
    await save('Please upload a clinic image');
    expect(field('Clinic Image').getAttribute('aria-invalid')).toBe('true');
    await user.upload(field('Clinic Image'), picture('front.png'));
    expect(dialog().queryByText('Please upload a clinic image')).toBeNull();
    expect(sent('POST')).toEqual([]);
  }, 20_000);

  test("a field's error is removed when its value changes", async () => {
    const { user } = await openForm();
    await refused(user, 'Add Clinic', 'Please enter a title');
    expect(field('Title').getAttribute('aria-invalid')).toBe('true');
    await user.type(field('Title'), 'D');
    expect(dialog().queryByText('Please enter a title')).toBeNull();
    expect(field('Title').getAttribute('aria-invalid')).toBeNull();
  });

  test('a selected image is not discarded without a question; Escape closes only its enlarged view', async () => {
    const { user } = await openForm();
    await user.upload(field('Clinic Image'), picture('front.png'));
    await user.click(dialog().getByRole('button', { name: 'Enlarge Clinic Image' }));
    await waitFor(() => expect(document.querySelector('.yarl__slide_image')).toBeTruthy());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.querySelector('.yarl__slide_image')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.keyboard('{Escape}');
    await answer(user, 'Discard');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a picture that cannot be shown is refused at once', async () => {
    const { user } = await openForm();
    await user.upload(field('Clinic Image'), picture('fake.png'));
    const enlarge = dialog().getByRole('button', { name: 'Enlarge Clinic Image' });
    fireEvent.error(enlarge.querySelector('img') as HTMLElement);
    await readError(user, 'The image is damaged, or it is not what its name says');
    expect(dialog().queryByRole('button', { name: 'Enlarge Clinic Image' })).toBeNull();
    expect(field('Clinic Image')).toHaveProperty('type', 'file');
  });

  test('accepts only images, shows the selected one and sends it', async () => {
    const { sent, user } = await openForm();
    await user.type(field('Title'), 'Dent Art');
    await user.type(field('Phone'), '1');
    await user.type(field('Instagram'), '@d');
    const input = field('Clinic Image') as HTMLInputElement;
    expect(input.accept).toBe('image/png,image/jpeg,image/webp,image/gif');
    expect(input.name).toBe('image');
    input.accept = ''; // what a person drops is not filtered by the browser
    await user.upload(input, picture('a.pdf', 'application/pdf'));
    await readError(user, 'Only PNG, JPG, JPEG, WEBP and GIF images are accepted');
    await user.upload(field('Clinic Image'), picture('front.png'));
    expect(dialog().getByRole('button', { name: 'Enlarge Clinic Image' })).toBeTruthy();
    await press(user, 'Add Clinic');
    expect(await answer(user, 'Bəli')).toContain('Dent Art yeni klinika kimi əlavə olunacaq');
    expect(await screen.findByText('Klinik uğurla əlavə edildi')).toBeTruthy();
    expect(formOf(sent('POST')[0]?.body)).toEqual({
      title: 'Dent Art',
      phone: '1',
      instagram: '@d',
      image: 'front.png',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }, 20_000);
});

describe('editing', () => {
  async function openForm(reply?: Reply) {
    const opened = open(reply);
    await opened.user.click(await screen.findByRole('button', { name: 'Edit' }));
    return opened;
  }

  test('begins with what there is; an untouched image is not sent again', async () => {
    const { sent, user } = await openForm();
    expect(field('Title')).toHaveProperty('value', 'Dent Art');
    const enlarge = dialog().getByRole('button', { name: 'Enlarge Clinic Image' });
    expect(enlarge.querySelector('img')?.getAttribute('src')).toBe(
      '/public/uploads/clinicFiles/clinic.webp',
    );
    await press(user, 'Save Changes');
    await answer(user, 'Bəli');
    expect(await screen.findByText('Klinik məlumatları uğurla yeniləndi')).toBeTruthy();
    expect(Object.keys(formOf(sent('PATCH')[0]?.body))).toEqual(['title', 'phone', 'instagram']);
  });

  test('a removed image is missing until there is another', async () => {
    const { sent, user } = await openForm();
    await user.click(dialog().getByRole('button', { name: 'Remove Clinic Image' }));
    await refused(user, 'Save Changes', 'Please upload a clinic image');
    await user.upload(field('Clinic Image'), picture('new.png'));
    await press(user, 'Save Changes');
    await answer(user, 'Bəli');
    await waitFor(() => expect(formOf(sent('PATCH')[0]?.body).image).toBe('new.png'));
  });

  test.each([
    [{ status: 500, text: '' }, 'Klinik məlumatları yenilənə bilmədi'],
    [{ status: 415, body: { message: 'The image is damaged' } }, 'The image is damaged'],
  ])('a failure says why and keeps the form (%#)', async (reply: Reply, message) => {
    const { user } = await openForm(reply);
    await user.type(field('Title'), ' 2');
    await press(user, 'Save Changes');
    await answer(user, 'Bəli');
    await readError(user, message);
    expect(field('Title')).toHaveProperty('value', 'Dent Art 2');
  });
});

test.each([
  [{ body: {} }, 'Klinik uğurla silindi'],
  [{ status: 500, text: '' }, 'Failed to delete the clinic.'],
])('deleting names the clinic and shows the result (%#)', async (reply: Reply, message) => {
  const { user } = open(reply);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await answer(user, 'Bəli')).toContain('Dent Art');
  expect(await screen.findByText(message)).toBeTruthy();
});
