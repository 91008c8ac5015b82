import * as staffMessages from '@deqiq/messages/people/staff.js';
import * as z from 'zod';
import { staffRoles } from '../shared/roles.ts';
import { optionalLine, requiredLine } from '../shared/text.ts';
import { instant } from '../shared/time/dates.ts';
import { ownLanguage } from './account.ts';
import { adminNewPassword } from './auth.ts';

export const staffStatuses = ['active', 'disabled'] as const;
export type StaffStatus = (typeof staffStatuses)[number];

const role = z.enum(staffRoles, { error: staffMessages.roleMissing });

export const createStaff = z.object({
  username: requiredLine(staffMessages.usernameMissing),
  role,
  password: adminNewPassword(staffMessages.passwordMissing),
});

export const changeStaffRole = z.object({ role });

export const changeStaffStatus = z.object({
  status: z.enum(staffStatuses, { error: staffMessages.statusMissing }),
});

export const resetStaffPassword = z.object({
  password: adminNewPassword(staffMessages.passwordMissing),
});

/** The right to sign diagnostic reports, with the name, title and licence number of the signature. */
export const setRadiologist = z.object({
  name: requiredLine(staffMessages.radiologistNameMissing),
  title: optionalLine(),
  licence: optionalLine(),
});

const radiologist = z
  .object({ name: z.string(), title: z.string(), licence: z.string() })
  .nullable();

export const staffMember = z.object({
  _id: z.string(),
  username: z.string(),
  role: z.enum(staffRoles),
  status: z.enum(staffStatuses),
  secondFactor: z.boolean(),
  sessions: z.int(),
  createdAt: instant,
  /** null: may not sign reports. */
  radiologist,
});

export const staffList = z.object({ staff: z.array(staffMember) });

export const staffAnswer = z.object({ member: staffMember, message: z.string() });

/** The names of all accounts, for every member of staff. */
export const colleagues = z.object({
  colleagues: z.array(staffMember.pick({ _id: true, username: true, status: true })),
});

export const staffAccount = z.object({
  account: z.object({
    _id: z.string(),
    username: z.string(),
    role: z.enum(staffRoles),
    /** `required`: it is off, and must be enrolled before any other call. */
    secondFactor: z.enum(['on', 'off', 'required']),
    language: ownLanguage,
    radiologist,
  }),
});

export type StaffMember = z.output<typeof staffMember>;
export type StaffList = z.output<typeof staffList>;
export type Colleague = z.output<typeof colleagues>['colleagues'][number];
export type StaffAccount = z.output<typeof staffAccount>['account'];
export type Radiologist = z.output<typeof setRadiologist>;
export type CreateStaff = z.output<typeof createStaff>;
