import { changePassword } from '@deqiq/contract/people/account.ts';
import * as texts from '@deqiq/messages/partner/account-details.js';
import * as accountMessages from '@deqiq/messages/people/account.js';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { HttpError } from '../../../api/http/http-error.ts';
import { changePartnerPassword } from '../../../api/people/account.ts';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { showServerError } from '../../../ui/form/show-errors.ts';
import { useWeakness } from '../../../ui/form/use-weakness.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { Card, FormButtons } from './details-card.tsx';

const schema = changePassword
  .extend({ repeatPassword: z.string() })
  .refine(({ newPassword, repeatPassword }) => newPassword === repeatPassword, {
    path: ['repeatPassword'],
    error: accountMessages.repeatMismatch,
  });

/** The same rules, and an old password that the server has called wrong stays wrong until it is changed. */
const schemaAfter = (wrongPassword: string | undefined) =>
  schema.refine(({ oldPassword }) => oldPassword !== wrongPassword, {
    path: ['oldPassword'],
    error: accountMessages.oldPasswordIncorrect,
  });

const empty = { oldPassword: '', newPassword: '', repeatPassword: '' };

export function PasswordChange({ email }: { email: string }) {
  const [editing, setEditing] = useState(false);
  return (
    <Card
      title={texts.password()}
      editing={editing}
      edit={texts.change()}
      onEdit={() => setEditing(true)}
    >
      {editing ? (
        <PasswordForm email={email} onClose={() => setEditing(false)} />
      ) : (
        <p className="text-desk text-muted">{texts.passwordNote()}</p>
      )}
    </Card>
  );
}

type PasswordFormProps = { email: string; onClose: () => void };

/** Mounted only in edit mode, so that cancelling or saving discards what was typed. */
function PasswordForm({ email, onClose }: PasswordFormProps) {
  const [wrongPassword, setWrongPassword] = useState<string>();
  const form = useForm({
    defaultValues: empty,
    resolver: zodResolver(schemaAfter(wrongPassword)),
    mode: 'onTouched',
  });
  const { errors, isSubmitting, touchedFields } = form.formState;

  const weakness = useWeakness(form.watch('newPassword'), email);

  const submit = form.handleSubmit(async ({ oldPassword, newPassword }) => {
    try {
      await changePartnerPassword({ oldPassword, newPassword });
    } catch (error) {
      if (error instanceof HttpError && error.fields.some(({ path }) => path === 'oldPassword'))
        setWrongPassword(oldPassword);
      return showServerError(form, error, accountMessages.passwordFailed());
    }
    toast.success(accountMessages.passwordUpdated());
    onClose();
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      {/* Names the account for password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={texts.oldPassword()} error={errors.oldPassword?.message}>
        <PasswordInput {...form.register('oldPassword')} autoFocus />
      </Field>
      <Field label={texts.newPassword()} hint={weakness} error={errors.newPassword?.message}>
        <PasswordInput
          {...form.register('newPassword', {
            onChange: () => touchedFields.repeatPassword && void form.trigger('repeatPassword'),
          })}
          autoComplete="new-password"
        />
      </Field>
      <Field label={texts.repeatPassword()} error={errors.repeatPassword?.message}>
        <PasswordInput {...form.register('repeatPassword')} autoComplete="new-password" />
      </Field>
      <FormButtons busy={isSubmitting} onCancel={onClose} />
    </form>
  );
}
