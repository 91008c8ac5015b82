import { createPartner, type Partner, updatePartner } from '@deqiq/contract/people/partners.ts';
import { FIRST_DAY } from '@deqiq/contract/shared/time/dates.ts';
import * as texts from '@deqiq/messages/office/partners-screen.js';
import * as partnerMessages from '@deqiq/messages/people/partners.js';
import { useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import * as api from '../../../api/people/partners.ts';
import { personName, today } from '../../../lib/format.ts';
import { Field } from '../../../ui/field/field.tsx';
import { PasswordInput } from '../../../ui/field/password-input.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { useWeakness } from '../../../ui/form/use-weakness.ts';
import { InstagramInput, PhoneInput } from '../form/contact-inputs.tsx';
import { DateField } from '../form/date-field.tsx';
import { UnsavedInput } from '../form/unsaved-input.tsx';
import { emptyPartner, toForm } from './partner-form.ts';

type PartnerDialogProps = {
  /** The record to edit; absent to add a new one. */
  partner?: Partner;
  onClose: () => void;
};

/** Adds a partner, or edits one. Open as long as it is mounted. */
export function PartnerDialog({ partner, onClose }: PartnerDialogProps) {
  const form = useForm({ defaultValues: partner ? toForm(partner) : emptyPartner });
  const { submit, busy } = useSave({
    form,
    schema: partner ? bornBefore(updatePartner) : bornBefore(createPartner),
    confirmation: (values) => ({
      title: texts.areYouSure(),
      text: partner
        ? texts.editText({ name: personName(partner) })
        : texts.addText({ name: personName(values) }),
    }),
    request: (_, values) =>
      partner ? api.updatePartner(partner, values) : api.createPartner(values),
    successMessage: partner ? partnerMessages.updated() : partnerMessages.created(),
    errorMessage: partner ? partnerMessages.updateFailed() : partnerMessages.createFailed(),
    onSaved: onClose,
  });

  return (
    <FormDialog
      onClose={onClose}
      title={partner ? texts.edit() : texts.add()}
      save={partner ? texts.save() : texts.add()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
    >
      <UnsavedInput form={form} name={`partner ${partner?._id ?? 'new'}`} />
      <Fields form={form} withPassword={!partner} />
    </FormDialog>
  );
}

/** A date typed by keyboard passes the `max` of its input. */
const bornBefore = <Parsed extends { birthDate: string }>(schema: ZodType<Parsed>) =>
  schema.refine(({ birthDate }) => birthDate <= today(), {
    path: ['birthDate'],
    error: texts.birthDateInFuture,
  });

type FieldsProps = {
  form: ReturnType<typeof useForm<api.PartnerForm>>;
  withPassword: boolean;
};

function Fields({ form, withPassword }: FieldsProps) {
  const { register, formState } = form;
  const [password, ...names] = form.watch(['password', 'firstName', 'lastName', 'email']);
  const weakness = useWeakness(password ?? '', ...names);
  const error = (name: keyof api.PartnerForm) => formState.errors[name]?.message;
  return (
    <>
      <Field label={texts.firstName()} required error={error('firstName')}>
        <TextInput {...register('firstName')} autoComplete="off" />
      </Field>
      <Field label={texts.lastName()} required error={error('lastName')}>
        <TextInput {...register('lastName')} autoComplete="off" />
      </Field>
      <DateField
        control={form.control}
        name="birthDate"
        label={texts.birthDate()}
        required
        min={FIRST_DAY}
        max={today()}
      />
      <Field label={texts.phone()} required error={error('phone')}>
        <PhoneInput {...register('phone')} />
      </Field>
      <Field label={texts.email()} required error={error('email')}>
        <TextInput {...register('email')} type="email" autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Instagram" required error={error('instagram')}>
        <InstagramInput {...register('instagram')} />
      </Field>
      {withPassword && (
        <Field
          label={texts.password()}
          required
          hint={weakness ?? texts.passwordAdvice()}
          error={error('password')}
          className="sm:col-span-2"
        >
          <PasswordInput {...register('password')} autoComplete="new-password" />
        </Field>
      )}
    </>
  );
}
