import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSection, press } from '../../../testing/admin/admin.tsx';
import { later, type Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/auth/change-password';

const ok: Reply = { body: { message: 'ok' } };

async function open(answer: () => Reply | Promise<Reply> = () => ok) {
  const { server, user } = openSection('labs', { [`PUT ${PATH}`]: answer });
  await user.click(await screen.findByRole('button', { name: 'Settings' }));
  await screen.findByRole('dialog', { name: 'Change Password' });
  const fill = async (...passwords: string[]) => {
    for (const [index, label] of ['Old Password', 'New Password', 'Repeat Password'].entries()) {
      const text = passwords[index];
      if (text) await user.type(screen.getByLabelText(label), text);
    }
  };
  const submit = () => press(user, 'Change Password');
  const sure = async () =>
    user.click(await screen.findByRole('button', { name: 'Yes, change it!' }));
  return { server, user, fill, submit, sure };
}

test('all three fields are required before the confirmation', async () => {
  const { fill, submit } = await open();
  await fill('old-secret', 'new-secret');
  await submit();
  expect(await screen.findByText('Please repeat the new password')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the two new ones are compared only after the confirmation', async () => {
  const { server, fill, submit, sure } = await open();
  await fill('old-secret', 'new-secret', 'other-secret');
  await submit();
  const question = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
  expect(question.getByText('Do you want to change your password?')).toBeTruthy();
  expect(screen.queryByText("New passwords don't match")).toBeNull();
  await sure();
  expect(await screen.findByText("New passwords don't match")).toBeTruthy();
  expect(server.to(PATH)).toEqual([]);
});

test('a cancel changes nothing', async () => {
  const { server, user, fill, submit } = await open();
  await fill('old-secret', 'new-secret', 'new-secret');
  await submit();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.to(PATH)).toEqual([]);
  expect(screen.getByLabelText('Old Password')).toHaveProperty('value', 'old-secret');
});

test('shows Changing... during the request, then a toast, closes and is empty the next time', async () => {
  const answer = later<Reply>();
  const { server, user, fill, submit, sure } = await open(() => answer.promise);
  await fill('old-secret', 'new-secret', 'new-secret');
  await submit();
  await sure();
  const button = await screen.findByRole('button', { name: 'Changing...' });
  expect(button).toHaveProperty('ariaDisabled', 'true');
  expect(server.to(PATH)[0]?.body).toBe('{"oldPassword":"old-secret","newPassword":"new-secret"}');
  answer.resolve({ body: {} });
  expect(await screen.findByText('Password changed successfully')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  expect(await screen.findByLabelText('Old Password')).toHaveProperty('value', '');
});

test.each([
  [
    'the reason',
    () => ({ status: 400, body: { message: 'Old password is incorrect' } }),
    'Old password is incorrect',
  ],
  ['the default', () => ({ status: 500, text: '' }), 'Failed to change password'],
  [
    'the default without a network',
    () => Promise.reject<Reply>(new TypeError('offline')),
    'Failed to change password',
  ],
])('a failure is a toast with %s, and the dialog stays', async (_, answer, message) => {
  const { fill, submit, sure } = await open(answer);
  await fill('old-secret', 'new-secret', 'new-secret');
  await submit();
  await sure();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText('New Password')).toHaveProperty('value', 'new-secret');
});
