import { resetStaffPassword, type StaffMember } from '@deqiq/contract/people/staff.ts';
import * as shareMessages from '@deqiq/messages/examinations/shares.js';
import * as texts from '@deqiq/messages/office/staff-screen.js';
import * as authMessages from '@deqiq/messages/people/auth.js';
import * as staffMessages from '@deqiq/messages/people/staff.js';
import { LockOpen, Unlink } from 'lucide-react';
import { endAllShares } from '../../../api/examinations/shares.ts';
import * as api from '../../../api/people/staff.ts';
import { Button } from '../../../ui/button.tsx';
import { ResetPasswordDialog } from '../form/reset-password-dialog.tsx';
import { runRowAction } from '../list/rows/row-action.ts';

type ResetStaffPasswordProps = { member: StaffMember; onClose: () => void };

/** Sets a colleague's password. Open as long as it is mounted. */
export function ResetStaffPassword({ member, onClose }: ResetStaffPasswordProps) {
  return (
    <ResetPasswordDialog
      person={member.username}
      schema={resetStaffPassword}
      question={{
        title: texts.areYouSure(),
        text: texts.resetPasswordText(member),
        confirm: texts.resetConfirm(),
      }}
      send={(password) => api.resetStaffPassword(member, password)}
      saved={staffMessages.passwordReset()}
      failed={staffMessages.failed()}
      onClose={onClose}
    >
      <Button
        variant="quiet"
        icon={<LockOpen size={17} aria-hidden="true" />}
        onClick={() => void unlock(member)}
        className="-mx-2 justify-self-start px-2"
      >
        {texts.unlock()}
      </Button>
      <Button
        variant="quiet"
        icon={<Unlink size={17} aria-hidden="true" />}
        onClick={() => void endShares(member)}
        className="-mx-2 justify-self-start px-2"
      >
        {texts.endLinks()}
      </Button>
    </ResetPasswordDialog>
  );
}

/** Lets a colleague whose password strangers tried sign in on a new device again. */
const unlock = (member: StaffMember) =>
  runRowAction({
    row: member._id,
    request: () => api.unlockStaff(member),
    successMessage: authMessages.unlocked(),
    errorMessage: authMessages.unlockFailed(),
  });

/** Ends the links of a colleague who has left, or whose session may have been stolen. */
const endShares = (member: StaffMember) =>
  runRowAction({
    row: member._id,
    confirmation: {
      title: texts.areYouSure(),
      text: texts.endLinksText(member),
      confirm: texts.endLinksConfirm(),
      danger: true,
    },
    request: () => endAllShares('staff', member._id),
    successMessage: shareMessages.allRevoked(),
    errorMessage: shareMessages.revokeFailed(),
  });
