import { type Partner, partnerMessages, resetPartnerPassword } from '@deqiq/contract/partners.ts';
import { useForm } from 'react-hook-form';
import * as api from '../../../api/partners.ts';
import { personName } from '../../../lib/format.ts';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';

type ResetPasswordProps = { partner: Partner; onClose: () => void };

/** Gives a partner a new password. Open as long as it is mounted. */
export function ResetPassword({ partner, onClose }: ResetPasswordProps) {
  const form = useForm({ defaultValues: { password: '' } });
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
        hint="At least 8 characters"
        error={form.formState.errors.password?.message}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
    </FormDialog>
  );
}
