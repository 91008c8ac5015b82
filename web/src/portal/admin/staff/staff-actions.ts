import { type StaffMember, staffMessages } from '@deqiq/contract/people/staff.ts';
import {
  removeStaff,
  resetStaffFactor,
  setStaffRole,
  setStaffStatus,
  signStaffOut,
} from '../../../api/people/staff.ts';
import { runRowAction } from '../list/row-action.ts';

/** A change of one account after a question that names the person. */
const change = (
  { _id: row }: StaffMember,
  ask: { text: string; confirm: string; danger?: boolean },
  send: () => Promise<unknown>,
  done: string,
) =>
  runRowAction({
    row,
    confirmation: { title: 'Are you sure?', ...ask },
    request: send,
    successMessage: done,
    errorMessage: staffMessages.failed,
  });

export const remove = (member: StaffMember) =>
  change(
    member,
    {
      text: `${member.username} will be removed from staff.`,
      confirm: 'Yes, remove',
      danger: true,
    },
    () => removeStaff(member),
    staffMessages.removed,
  );

export function changeRole(member: StaffMember): Promise<void> {
  const next = member.role === 'owner' ? 'staff' : 'owner';
  const text =
    next === 'owner'
      ? `${member.username} will be able to delete partners, export lists and manage staff.`
      : `${member.username} will no longer have the rights of an owner.`;
  const confirm = next === 'owner' ? 'Yes, make owner' : 'Yes, make staff';
  return change(
    member,
    { text, confirm },
    () => setStaffRole(member, next),
    staffMessages.roleChanged,
  );
}

export function changeStatus(member: StaffMember): Promise<void> {
  const isDisabled = member.status === 'disabled';
  return change(
    member,
    isDisabled
      ? { text: `${member.username} will be able to sign in again.`, confirm: 'Yes, enable' }
      : {
          text: `${member.username} will be signed out and cannot sign in.`,
          confirm: 'Yes, disable',
          danger: true,
        },
    () => setStaffStatus(member, isDisabled ? 'active' : 'disabled'),
    isDisabled ? staffMessages.enabled : staffMessages.disabled,
  );
}

export const resetFactor = (member: StaffMember) =>
  change(
    member,
    {
      text: `${member.username} will be signed out and can sign in without a code until a new app is set up.`,
      confirm: 'Yes, reset',
      danger: true,
    },
    () => resetStaffFactor(member),
    staffMessages.secondFactorReset,
  );

export const signOut = (member: StaffMember) =>
  change(
    member,
    { text: `All sessions of ${member.username} will end.`, confirm: 'Yes, end them' },
    () => signStaffOut(member),
    staffMessages.sessionsEnded,
  );
