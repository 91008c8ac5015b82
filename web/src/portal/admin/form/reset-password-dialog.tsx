import * as texts from '@deqiq/messages/office/form.js';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { useWeakness } from '../../../ui/form/use-weakness.ts';
import type { Confirmation } from '../../../ui/overlay/confirm.tsx';

type ResetPasswordDialogProps = {
  /** The owner of the password, shown under the title. */
  person: string;
  /** Further names of the person that a password must not repeat. */
  names?: readonly string[];
  schema: ZodType<{ password: string }>;
  question: Confirmation;
  send: (password: string) => Promise<unknown>;
  /** Shown as a toast. */
  saved: string;
  /** Shown when the server gives no reason. */
  failed: string;
  onClose: () => void;
  /** Further actions, below the field. */
  children?: ReactNode;
};

/** Sets another person's password. Open as long as it is mounted. */
export function ResetPasswordDialog(props: ResetPasswordDialogProps) {
  const { person, names = [], schema, question, send, saved, failed, onClose, children } = props;
  const form = useForm({ defaultValues: { password: '' } });
  const weakness = useWeakness(form.watch('password'), person, ...names);
  const { submit, busy } = useSave({
    form,
    schema,
    confirmation: () => question,
    request: ({ password }) => send(password),
    successMessage: saved,
    errorMessage: failed,
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title={texts.resetPassword()}
      description={person}
      save={texts.resetPassword()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
    >
      <Field
        label={texts.newPassword()}
        required
        hint={weakness ?? texts.passwordAdvice()}
        error={form.formState.errors.password?.message}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
      {children}
    </FormDialog>
  );
}
