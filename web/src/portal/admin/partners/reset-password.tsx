import { type Partner, partnerMessages, resetPartnerPassword } from '@deqiq/contract/partners.ts';
import { useForm } from 'react-hook-form';
import * as api from '../../../api/partners.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { useSave } from '../../../ui/use-save.ts';
import { fullName } from './partner-form.ts';

const FORM_ID = 'reset-password';

type ResetPasswordProps = { partner: Partner; onClose: () => void };

/** Gives a partner a new password. Open as long as it is mounted. */
export function ResetPassword({ partner, onClose }: ResetPasswordProps) {
  const form = useForm({ defaultValues: { password: '' } });
  const { submit, busy } = useSave({
    form,
    schema: resetPartnerPassword,
    ask: () => ({
      title: 'Əminsiniz?',
      text: `${fullName(partner)} üçün yeni şifrə təyin olunacaq.`,
    }),
    send: ({ password }) => api.resetPartnerPassword(partner, password),
    saved: partnerMessages.passwordReset,
    failed: partnerMessages.passwordResetFailed,
    onSaved: onClose,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      size="sm"
      title="Reset Password"
      description={fullName(partner)}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} busy={busy}>
            Reset Password
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="New Password"
          required
          hint="At least 8 characters"
          error={form.formState.errors.password?.message}
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
      </form>
    </Dialog>
  );
}
