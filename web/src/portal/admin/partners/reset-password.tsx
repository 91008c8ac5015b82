import { type Partner, resetPartnerPassword } from '@deqiq/contract/people/partners.ts';
import * as shareMessages from '@deqiq/messages/examinations/shares.js';
import * as texts from '@deqiq/messages/office/partners-screen.js';
import * as authMessages from '@deqiq/messages/people/auth.js';
import * as partnerMessages from '@deqiq/messages/people/partners.js';
import { LockOpen, ShieldOff, Unlink } from 'lucide-react';
import { endAllShares } from '../../../api/examinations/shares.ts';
import * as api from '../../../api/people/partners.ts';
import { useIsOwner } from '../../../api/people/staff.ts';
import { personName } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ResetPasswordDialog } from '../form/reset-password-dialog.tsx';
import { runRowAction } from '../list/rows/row-action.ts';

type ResetPasswordProps = { partner: Partner; onClose: () => void };

/** Sets a partner's password. Open as long as it is mounted. */
export function ResetPassword({ partner, onClose }: ResetPasswordProps) {
  const isOwner = useIsOwner();
  return (
    <ResetPasswordDialog
      person={personName(partner)}
      names={[partner.email]}
      schema={resetPartnerPassword}
      question={{
        title: texts.areYouSure(),
        text: texts.resetPasswordText({ name: personName(partner) }),
      }}
      send={(password) => api.resetPartnerPassword(partner, password)}
      saved={partnerMessages.passwordReset()}
      failed={partnerMessages.passwordResetFailed()}
      onClose={onClose}
    >
      <Button
        variant="quiet"
        icon={<ShieldOff size={17} aria-hidden="true" />}
        onClick={() => void resetFactor(partner)}
        className="-mx-2 justify-self-start px-2"
      >
        {texts.resetSecondFactor()}
      </Button>
      <Button
        variant="quiet"
        icon={<Unlink size={17} aria-hidden="true" />}
        onClick={() => void endShares(partner)}
        className="-mx-2 justify-self-start px-2"
      >
        {texts.endLinks()}
      </Button>
      {isOwner && (
        <Button
          variant="quiet"
          icon={<LockOpen size={17} aria-hidden="true" />}
          onClick={() => void unlock(partner)}
          className="-mx-2 justify-self-start px-2"
        >
          {texts.unlock()}
        </Button>
      )}
    </ResetPasswordDialog>
  );
}

/** Ends the links of a partner whose session may have been stolen. */
const endShares = (partner: Partner) =>
  runRowAction({
    row: partner._id,
    confirmation: {
      title: texts.areYouSure(),
      text: texts.endLinksText({ name: personName(partner) }),
      danger: true,
    },
    request: () => endAllShares('partners', partner._id),
    successMessage: shareMessages.allRevoked(),
    errorMessage: shareMessages.revokeFailed(),
  });

/** Lets a partner whose password strangers tried sign in on a new device again. */
const unlock = (partner: Partner) =>
  runRowAction({
    row: partner._id,
    request: () => api.unlockPartner(partner),
    successMessage: authMessages.unlocked(),
    errorMessage: authMessages.unlockFailed(),
  });

/** Removes the second factor of a partner who lost the phone and the recovery codes. */
const resetFactor = (partner: Partner) =>
  runRowAction({
    row: partner._id,
    confirmation: {
      title: texts.areYouSure(),
      text: texts.resetSecondFactorText({ name: personName(partner) }),
      danger: true,
    },
    request: () => api.resetPartnerFactor(partner),
    successMessage: partnerMessages.secondFactorReset(),
    errorMessage: partnerMessages.secondFactorResetFailed(),
  });
