import { type Partner, partnerMessages, resetPartnerPassword } from '@deqiq/contract/partners.ts';
import { ShieldOff } from 'lucide-react';
import { useForm } from 'react-hook-form';
import * as api from '../../../api/partners.ts';
import { personName } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { useWeakness } from '../../../ui/form/use-weakness.ts';
import { carryOut } from '../list/carry-out.ts';

type ResetPasswordProps = { partner: Partner; onClose: () => void };

/** Gives a partner a new password. Open as long as it is mounted. */
export function ResetPassword({ partner, onClose }: ResetPasswordProps) {
  const form = useForm({ defaultValues: { password: '' } });
  const weakness = useWeakness('admin', form.watch('password'), personName(partner), partner.email);
  const { submit, busy } = useSave({
    form,
    schema: resetPartnerPassword,
    ask: () => ({
      title: 'Əminsiniz?',
      text: `${personName(partner)} üçün yeni şifrə təyin olunacaq.`,
    }),
    send: ({ password }) => api.resetPartnerPassword(partner, password),
    saved: partnerMessages.passwordReset,
    failed: partnerMessages.passwordResetFailed,
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title="Reset Password"
      description={personName(partner)}
      save="Reset Password"
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
    >
      <Field
        label="New Password"
        required
        hint={weakness ?? 'At least 8 characters'}
        error={form.formState.errors.password?.message}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
      <Button
        variant="quiet"
        icon={<ShieldOff size={17} aria-hidden="true" />}
        onClick={() => void resetFactor(partner)}
        className="-mx-2 justify-self-start px-2"
      >
        Reset second factor
      </Button>
    </FormDialog>
  );
}

/** For a partner who has lost the phone and the recovery codes. */
const resetFactor = (partner: Partner) =>
  carryOut({
    row: partner._id,
    ask: {
      title: 'Əminsiniz?',
      text: `${personName(partner)} yenidən yalnız şifrə ilə daxil ola biləcək, bütün sessiyaları bitəcək.`,
      danger: true,
    },
    send: () => api.resetPartnerFactor(partner),
    done: partnerMessages.secondFactorReset,
    failed: partnerMessages.secondFactorResetFailed,
  });
