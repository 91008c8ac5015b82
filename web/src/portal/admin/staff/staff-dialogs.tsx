import { shareMessages } from '@deqiq/contract/examinations/shares.ts';
import { authMessages } from '@deqiq/contract/people/auth.ts';
import {
  resetStaffPassword,
  type StaffMember,
  staffMessages,
} from '@deqiq/contract/people/staff.ts';
import { LockOpen, Unlink } from 'lucide-react';
import { endAllShares } from '../../../api/examinations/shares.ts';
import * as api from '../../../api/people/staff.ts';
import { Button } from '../../../ui/button.tsx';
import { ResetPasswordDialog } from '../form/reset-password-dialog.tsx';
import { runRowAction } from '../list/row-action.ts';

type ResetStaffPasswordProps = { member: StaffMember; onClose: () => void };

/** Sets a colleague's password. Open as long as it is mounted. */
export function ResetStaffPassword({ member, onClose }: ResetStaffPasswordProps) {
  return (
    <ResetPasswordDialog
      person={member.username}
      schema={resetStaffPassword}
      question={{
        title: 'Are you sure?',
        text: `${member.username} will get a new password and be signed out everywhere.`,
        confirm: 'Yes, reset',
      }}
      send={(password) => api.resetStaffPassword(member, password)}
      saved={staffMessages.passwordReset}
      failed={staffMessages.failed}
      onClose={onClose}
    >
      <Button
        variant="quiet"
        icon={<LockOpen size={17} aria-hidden="true" />}
        onClick={() => void unlock(member)}
        className="-mx-2 justify-self-start px-2"
      >
        Unlock sign-in
      </Button>
      <Button
        variant="quiet"
        icon={<Unlink size={17} aria-hidden="true" />}
        onClick={() => void endShares(member)}
        className="-mx-2 justify-self-start px-2"
      >
        End shared links
      </Button>
    </ResetPasswordDialog>
  );
}

/** Lets a colleague whose password strangers tried sign in on a new device again. */
const unlock = (member: StaffMember) =>
  runRowAction({
    row: member._id,
    request: () => api.unlockStaff(member),
    successMessage: authMessages.admin.unlocked,
    errorMessage: authMessages.admin.unlockFailed,
  });

/** Ends the links of a colleague who has left, or whose session may have been stolen. */
const endShares = (member: StaffMember) =>
  runRowAction({
    row: member._id,
    confirmation: {
      title: 'Are you sure?',
      text: `All links that ${member.username} has shared will stop working.`,
      confirm: 'Yes, end them',
      danger: true,
    },
    request: () => endAllShares('staff', member._id),
    successMessage: shareMessages.allRevoked,
    errorMessage: shareMessages.revokeFailed,
  });
