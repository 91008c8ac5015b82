import type { StaffMember } from '@deqiq/contract/people/staff.ts';
import * as texts from '@deqiq/messages/office/staff-screen.js';
import * as staffMessages from '@deqiq/messages/people/staff.js';
import {
  removeStaff,
  resetStaffFactor,
  setStaffRole,
  setStaffStatus,
  signStaffOut,
} from '../../../api/people/staff.ts';
import { runRowAction } from '../list/rows/row-action.ts';

/** A change of one account after a question that names the person. */
const change = (
  { _id: row }: StaffMember,
  ask: { text: string; confirm: string; danger?: boolean },
  send: () => Promise<unknown>,
  done: string,
) =>
  runRowAction({
    row,
    confirmation: { title: texts.areYouSure(), ...ask },
    request: send,
    successMessage: done,
    errorMessage: staffMessages.failed(),
  });

export const remove = (member: StaffMember) =>
  change(
    member,
    {
      text: texts.removeText(member),
      confirm: texts.removeConfirm(),
      danger: true,
    },
    () => removeStaff(member),
    staffMessages.removed(),
  );

export function changeRole(member: StaffMember): Promise<void> {
  const next = member.role === 'owner' ? 'staff' : 'owner';
  const text = next === 'owner' ? texts.makeOwnerText(member) : texts.makeStaffText(member);
  const confirm = next === 'owner' ? texts.makeOwnerConfirm() : texts.makeStaffConfirm();
  return change(
    member,
    { text, confirm },
    () => setStaffRole(member, next),
    staffMessages.roleChanged(),
  );
}

export function changeStatus(member: StaffMember): Promise<void> {
  const isDisabled = member.status === 'disabled';
  return change(
    member,
    isDisabled
      ? { text: texts.enableText(member), confirm: texts.enableConfirm() }
      : {
          text: texts.disableText(member),
          confirm: texts.disableConfirm(),
          danger: true,
        },
    () => setStaffStatus(member, isDisabled ? 'active' : 'disabled'),
    isDisabled ? staffMessages.enabled() : staffMessages.disabled(),
  );
}

export const resetFactor = (member: StaffMember) =>
  change(
    member,
    {
      text: texts.resetSecondFactorText(member),
      confirm: texts.resetConfirm(),
      danger: true,
    },
    () => resetStaffFactor(member),
    staffMessages.secondFactorReset(),
  );

export const signOut = (member: StaffMember) =>
  change(
    member,
    { text: texts.endSessionsText(member), confirm: texts.endConfirm() },
    () => signStaffOut(member),
    staffMessages.sessionsEnded(),
  );
