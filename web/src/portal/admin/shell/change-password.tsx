import { authMessages } from '@deqiq/contract/people/auth.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeError } from '../../../api/http/http-error.ts';
import { changeAdminPassword } from '../../../api/people/auth.ts';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSingleFlight } from '../../../ui/form/use-single-flight.ts';
import { useWeakness } from '../../../ui/form/use-weakness.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';

const { changed, changeFailed, repeatMismatch } = authMessages.admin;
const empty = { oldPassword: '', newPassword: '', repeatPassword: '' };

/** Staff change their own password. Open as long as it is mounted. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const { register, handleSubmit, formState, watch } = useForm({
    defaultValues: empty,
    mode: 'onTouched',
  });
  const { errors } = formState;
  const weakness = useWeakness('admin', watch('newPassword'));

  const change = handleSubmit(async ({ oldPassword, newPassword, repeatPassword }) => {
    const sure = await confirm({
      title: 'Are you sure?',
      text: 'Do you want to change your password?',
      confirm: 'Yes, change it!',
    });
    if (!sure) return;
    // Compared only now: specification, section 5.
    if (newPassword !== repeatPassword) {
      toast.error(repeatMismatch);
      return;
    }
    setBusy(true);
    try {
      await changeAdminPassword({ oldPassword, newPassword });
      toast.success(changed);
      onClose();
    } catch (error) {
      toast.error(describeError(error, changeFailed));
    } finally {
      setBusy(false);
    }
  });
  const submit = useSingleFlight(() => change());

  return (
    <FormDialog
      size="sm"
      title="Change Password"
      save={busy ? 'Changing...' : 'Change Password'}
      dirty={formState.isDirty}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Old Password" error={errors.oldPassword?.message}>
        <PasswordInput {...register('oldPassword', { required: 'Old password is required' })} />
      </Field>
      <Field label="New Password" hint={weakness} error={errors.newPassword?.message}>
        <PasswordInput
          {...register('newPassword', { required: 'New password is required' })}
          autoComplete="new-password"
        />
      </Field>
      <Field label="Repeat Password" error={errors.repeatPassword?.message}>
        <PasswordInput
          {...register('repeatPassword', { required: 'Please repeat the new password' })}
          autoComplete="new-password"
        />
      </Field>
    </FormDialog>
  );
}
