import * as texts from '@deqiq/messages/office/shell.js';
import * as authMessages from '@deqiq/messages/people/auth.js';
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

const empty = { oldPassword: '', newPassword: '', repeatPassword: '' };

/** Staff change their own password. Open as long as it is mounted. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const { register, handleSubmit, formState, watch } = useForm({
    defaultValues: empty,
    mode: 'onTouched',
  });
  const { errors } = formState;
  const weakness = useWeakness(watch('newPassword'));

  const change = handleSubmit(async ({ oldPassword, newPassword, repeatPassword }) => {
    const sure = await confirm({
      title: texts.changePasswordTitle(),
      text: texts.changePasswordText(),
      confirm: texts.changePasswordConfirm(),
    });
    if (!sure) return;
    // Compared only now: specification, section 5.
    if (newPassword !== repeatPassword) {
      toast.error(authMessages.repeatMismatch());
      return;
    }
    setBusy(true);
    try {
      await changeAdminPassword({ oldPassword, newPassword });
      toast.success(authMessages.changed());
      onClose();
    } catch (error) {
      toast.error(describeError(error, authMessages.changeFailed()));
    } finally {
      setBusy(false);
    }
  });
  const submit = useSingleFlight(() => change());

  return (
    <FormDialog
      size="sm"
      title={texts.changePassword()}
      save={busy ? texts.changing() : texts.changePassword()}
      dirty={formState.isDirty}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={texts.oldPassword()} error={errors.oldPassword?.message}>
        <PasswordInput
          {...register('oldPassword', { required: authMessages.oldPasswordMissing() })}
        />
      </Field>
      <Field label={texts.newPassword()} hint={weakness} error={errors.newPassword?.message}>
        <PasswordInput
          {...register('newPassword', { required: authMessages.newPasswordMissing() })}
          autoComplete="new-password"
        />
      </Field>
      <Field label={texts.repeatPassword()} error={errors.repeatPassword?.message}>
        <PasswordInput
          {...register('repeatPassword', { required: texts.repeatPasswordMissing() })}
          autoComplete="new-password"
        />
      </Field>
    </FormDialog>
  );
}
