import { type Partner, partnerMessages, resetPartnerPassword } from '@deqiq/contract/partners.ts';
import { ShieldOff } from 'lucide-react';
import * as api from '../../../api/partners.ts';
import { personName } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ResetPasswordDialog } from '../form/reset-password-dialog.tsx';
import { runRowAction } from '../list/row-action.ts';

type ResetPasswordProps = { partner: Partner; onClose: () => void };

/** Sets a partner's password. Open as long as it is mounted. */
export function ResetPassword({ partner, onClose }: ResetPasswordProps) {
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
    </ResetPasswordDialog>
  );
}

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
