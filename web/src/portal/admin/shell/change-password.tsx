import { authMessages } from '@deqiq/contract/auth.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { changeAdminPassword } from '../../../api/auth.ts';
import { messageOf } from '../../../api/http.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.ts';

const { changed, changeFailed, repeatMismatch } = authMessages.admin;
const empty = { oldPassword: '', newPassword: '', repeatPassword: '' };
const FORM_ID = 'change-password';

type ChangePasswordProps = { open: boolean; onClose: () => void };

/** Staff change their own password. */
export function ChangePassword({ open, onClose }: ChangePasswordProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      size="sm"
      title="Change Password"
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} busy={busy}>
            {busy ? 'Changing...' : 'Change Password'}
          </Button>
        </>
      }
    >
      <Form busy={busy} onBusy={setBusy} onDone={onClose} />
    </Dialog>
  );
}

type FormProps = { busy: boolean; onBusy: (busy: boolean) => void; onDone: () => void };

function Form({ busy, onBusy, onDone }: FormProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: empty,
    mode: 'onTouched',
  });
  const { errors } = formState;

  const submit = handleSubmit(async ({ oldPassword, newPassword, repeatPassword }) => {
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
    onBusy(true);
    try {
      await changeAdminPassword({ oldPassword, newPassword });
      toast.success(changed);
      onDone();
    } catch (error) {
      toast.error(messageOf(error, changeFailed));
    } finally {
      onBusy(false);
    }
  });

  return (
    <form
      id={FORM_ID}
      noValidate
      onSubmit={(event) => void (busy ? event.preventDefault() : submit(event))}
      className="grid gap-4"
    >
      <Field label="Old Password" error={errors.oldPassword?.message}>
        <PasswordInput {...register('oldPassword', { required: 'Old password is required' })} />
      </Field>
      <Field label="New Password" error={errors.newPassword?.message}>
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
    </form>
  );
}
