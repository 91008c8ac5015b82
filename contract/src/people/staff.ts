import * as z from 'zod';
import { instant } from '../shared/dates.ts';
import { staffRoles } from '../shared/roles.ts';
import { staffText } from '../shared/text.ts';
import { adminNewPassword } from './auth.ts';

/** Messages of the staff screen and of the account of a member of staff. */
export const staffMessages = {
  listFailed: 'Failed to load staff',
  created: 'Staff member added',
  createFailed: 'The staff member could not be added',
  usernameTaken: 'This username is already in use',
  roleChanged: 'Role changed',
  disabled: 'Account disabled',
  enabled: 'Account enabled',
  removed: 'Staff member removed',
  passwordReset: 'Password reset. All sessions of this account have ended',
  secondFactorReset: 'Second factor reset. All sessions of this account have ended',
  sessionsEnded: 'All sessions of this account have ended',
  failed: 'The change could not be saved',
  notFound: 'Staff member not found',
  lastOwner: 'This is the last active owner. Please make someone else an owner first',
  ownAccount: 'You cannot change, disable or remove your own account. Please ask another owner',
  ownSignIn: 'Please use Settings and Security for your own password, sessions and second factor',
} as const;

export const staffStatuses = ['active', 'disabled'] as const;
export type StaffStatus = (typeof staffStatuses)[number];

const role = z.enum(staffRoles, { error: 'Please choose a role' });

export const createStaff = z.object({
  username: staffText.requiredLine('Username is required'),
  role,
  password: adminNewPassword('Password is required'),
});

export const changeStaffRole = z.object({ role });

export const changeStaffStatus = z.object({
  status: z.enum(staffStatuses, { error: 'Please choose a status' }),
});

export const resetStaffPassword = z.object({ password: adminNewPassword('Password is required') });

export const staffMember = z.object({
  _id: z.string(),
  username: z.string(),
  role: z.enum(staffRoles),
  status: z.enum(staffStatuses),
  secondFactor: z.boolean(),
  sessions: z.int(),
  createdAt: instant,
});

export const staffList = z.object({ staff: z.array(staffMember) });

export const staffAnswer = z.object({ member: staffMember, message: z.string() });

export const staffAccount = z.object({
  account: z.object({
    _id: z.string(),
    username: z.string(),
    role: z.enum(staffRoles),
    /** `required`: it is off, and must be enrolled before any other call. */
    secondFactor: z.enum(['on', 'off', 'required']),
  }),
});

export type StaffMember = z.output<typeof staffMember>;
export type StaffList = z.output<typeof staffList>;
export type StaffAccount = z.output<typeof staffAccount>['account'];
export type CreateStaff = z.output<typeof createStaff>;
