import type { StaffMember } from '@deqiq/contract/people/staff.ts';
import * as weaknessMessages from '@deqiq/messages/people/weak-passwords.js';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSection, press } from '../../../testing/admin/admin.tsx';

const { common, personal } = weaknessMessages;

const member: StaffMember = {
  _id: 's2',
  username: 'gunel',
  role: 'staff',
  status: 'active',
  secondFactor: false,
  sessions: 0,
  createdAt: '2026-11-20T07:15:57.123Z',
  radiologist: null,
};

const open = () =>
  openSection('staff', {
    'GET /api/admin/staff': { body: { staff: [member] } },
    'GET /api/admin/account': {
      body: { account: { _id: 's1', username: 'admin', role: 'owner', secondFactor: 'on' } },
    },
    'POST /api/admin/staff': { body: { member, message: '' } },
    'PATCH /api/admin/staff/s2/reset-password': { body: { member, message: '' } },
  });

test('a new member’s password that is guessed first is pointed out, and taken', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Add Staff' }));
  await user.type(await screen.findByLabelText(/^Username/), 'gunel');
  const password = screen.getByLabelText(/^Password/);
  await user.type(password, 'Gunel2026');
  expect(await screen.findByText(personal())).toBeTruthy();
  await user.clear(password);
  await user.type(password, 'football1');
  expect(await screen.findByText(common())).toBeTruthy();
  await press(user, 'Add Staff');
  await user.click(await screen.findByRole('button', { name: 'Yes, add' }));
  expect(await screen.findByText('Staff member added')).toBeTruthy();
  expect(sent('POST')[0]?.body).toContain('football1');
});

test('a colleague’s new password is checked against the colleague’s username', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Reset password' }));
  const password = await screen.findByLabelText(/^New Password/);
  await user.type(password, 'gunel1990');
  expect(await screen.findByText(personal())).toBeTruthy();
  await user.clear(password);
  await user.type(password, 'sakit dağ yolu 4');
  expect(await screen.findByText('At least 8 characters')).toBeTruthy();
  await press(user, 'Reset Password');
  await user.click(await screen.findByRole('button', { name: 'Yes, reset' }));
  expect(sent('PATCH')[0]?.body).toBe('{"password":"sakit dağ yolu 4"}');
});

test('an owner gives the right to sign, with the name that stands below reports', async () => {
  const { user, server } = openSection('staff', {
    'GET /api/admin/staff': { body: { staff: [member] } },
    'PUT /api/admin/staff/s2/radiologist': { body: { staff: member, message: '' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Right to sign reports' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(screen.getByLabelText(/^Full name/), 'Günel Əliyeva');
  await user.type(screen.getByLabelText('Title'), 'radioloq');
  await press(user, 'Save');
  expect(dialog).toBeDefined();
  const [sent] = server.to('/api/admin/staff/s2/radiologist');
  expect(JSON.parse(String(sent?.body))).toEqual({
    name: 'Günel Əliyeva',
    title: 'radioloq',
    licence: '',
  });
});
