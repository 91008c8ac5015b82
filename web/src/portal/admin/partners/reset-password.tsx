import { shareMessages } from '@deqiq/contract/examinations/shares.ts';
import { authMessages } from '@deqiq/contract/people/auth.ts';
import {
  type Partner,
  partnerMessages,
  resetPartnerPassword,
} from '@deqiq/contract/people/partners.ts';
import { LockOpen, ShieldOff, Unlink } from 'lucide-react';
import { endAllShares } from '../../../api/examinations/shares.ts';
import * as api from '../../../api/people/partners.ts';
import { useIsOwner } from '../../../api/people/staff.ts';
import { personName } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ResetPasswordDialog } from '../form/reset-password-dialog.tsx';
import { runRowAction } from '../list/row-action.ts';

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
        title: 'Əminsiniz?',
        text: `${personName(partner)} üçün yeni şifrə təyin olunacaq.`,
      }}
      send={(password) => api.resetPartnerPassword(partner, password)}
      saved={partnerMessages.passwordReset}
      failed={partnerMessages.passwordResetFailed}
      onClose={onClose}
    >
      <Button
        variant="quiet"
        icon={<ShieldOff size={17} aria-hidden="true" />}
        onClick={() => void resetFactor(partner)}
        className="-mx-2 justify-self-start px-2"
      >
        Reset second factor
      </Button>
      <Button
        variant="quiet"
        icon={<Unlink size={17} aria-hidden="true" />}
        onClick={() => void endShares(partner)}
        className="-mx-2 justify-self-start px-2"
      >
        End shared links
      </Button>
      {isOwner && (
        <Button
          variant="quiet"
          icon={<LockOpen size={17} aria-hidden="true" />}
          onClick={() => void unlock(partner)}
          className="-mx-2 justify-self-start px-2"
        >
          Unlock sign-in
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
      title: 'Əminsiniz?',
      text: `${personName(partner)} tərəfindən yaradılmış bütün keçidlər dayandırılacaq.`,
      danger: true,
    },
    request: () => endAllShares('partners', partner._id),
    successMessage: shareMessages.allRevoked,
    errorMessage: shareMessages.revokeFailed,
  });

/** Lets a partner whose password strangers tried sign in on a new device again. */
const unlock = (partner: Partner) =>
  runRowAction({
    row: partner._id,
    request: () => api.unlockPartner(partner),
    successMessage: authMessages.admin.unlocked,
    errorMessage: authMessages.admin.unlockFailed,
  });

/** Removes the second factor of a partner who lost the phone and the recovery codes. */
const resetFactor = (partner: Partner) =>
  runRowAction({
    row: partner._id,
    confirmation: {
      title: 'Əminsiniz?',
      text: `${personName(partner)} yenidən yalnız şifrə ilə daxil ola biləcək, bütün sessiyaları bitəcək.`,
      danger: true,
    },
    request: () => api.resetPartnerFactor(partner),
    successMessage: partnerMessages.secondFactorReset,
    errorMessage: partnerMessages.secondFactorResetFailed,
  });
