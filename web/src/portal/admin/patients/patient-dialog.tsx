import { type Patient, patientFields } from '@deqiq/contract/referrals/patients/patients.ts';
import { FIRST_DAY } from '@deqiq/contract/shared/time/dates.ts';
import * as formTexts from '@deqiq/messages/office/form.js';
import * as texts from '@deqiq/messages/office/patients.js';
import * as patientMessages from '@deqiq/messages/referrals/patients.js';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import * as api from '../../../api/referrals/patients.ts';
import { personName, today } from '../../../lib/format.ts';
import { Field } from '../../../ui/field/field.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { TextArea, TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { PhoneInput } from '../form/contact-inputs.tsx';
import { DateField } from '../form/date-field.tsx';
import { UnsavedInput } from '../form/unsaved-input.tsx';
import { sexTexts, toOptions } from '../referrals/referral-words.ts';
import { type PatientValues, toValues } from './patient-form.ts';
import { TypedDuplicates } from './typed-duplicates.tsx';

type PatientDialogProps = {
  /** The record to edit; absent to add a new one. */
  patient?: Patient;
  onClose: () => void;
};

/** Adds a patient, or edits one; records that may be of the same person appear during typing. */
export function PatientDialog({ patient, onClose }: PatientDialogProps) {
  const form = useForm({ defaultValues: toValues(patient) });
  const { submit, busy } = useSave({
    form,
    schema: patientFields,
    confirmation: (values) => {
      const name = { patient: personName(values) };
      return {
        title: formTexts.areYouSure(),
        text: patient ? texts.editQuestion(name) : texts.addQuestion(name),
      };
    },
    request: (_, values) =>
      patient ? api.updatePatient(patient, values) : api.createPatient(values),
    successMessage: patient ? patientMessages.updated() : patientMessages.created(),
    errorMessage: texts.saveFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={patient ? texts.edit() : texts.add()}
      description={patient?.code}
      save={patient ? formTexts.saveChanges() : texts.add()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
      onClose={onClose}
    >
      <UnsavedInput form={form} name={`patient ${patient?._id ?? 'new'}`} />
      <PersonFields form={form} />
      <ContactFields form={form} />
      <TypedDuplicates form={form} except={patient?._id} />
    </FormDialog>
  );
}

type FieldsProps = { form: UseFormReturn<PatientValues> };

function PersonFields({ form: { register, control, formState } }: FieldsProps) {
  const { errors } = formState;
  return (
    <>
      <Field label={texts.firstName()} required error={errors.firstName?.message}>
        <TextInput {...register('firstName')} autoComplete="off" />
      </Field>
      <Field label={texts.lastName()} required error={errors.lastName?.message}>
        <TextInput {...register('lastName')} autoComplete="off" />
      </Field>
      <Field label={texts.fatherName()} error={errors.fatherName?.message}>
        <TextInput {...register('fatherName')} autoComplete="off" />
      </Field>
      <DateField
        control={control}
        name="birthDate"
        label={texts.birthDate()}
        min={FIRST_DAY}
        max={today()}
      />
      <Controller
        name="sex"
        control={control}
        render={({ field: { value, onChange }, fieldState }) => (
          <Field label={texts.sex()} error={fieldState.error?.message}>
            <Select
              name="sex"
              value={value}
              onChange={onChange}
              placeholder={texts.unknownSex()}
              options={[{ value: '', label: texts.unknownSex() }, ...toOptions(sexTexts)]}
            />
          </Field>
        )}
      />
    </>
  );
}

function ContactFields({ form: { register, formState } }: FieldsProps) {
  const { errors } = formState;
  return (
    <>
      <Field label={texts.phone()} error={errors.phone?.message}>
        <PhoneInput {...register('phone')} />
      </Field>
      <Field label={texts.email()} error={errors.email?.message}>
        <TextInput {...register('email')} type="email" autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={texts.nationalId()} error={errors.nationalId?.message}>
        <TextInput {...register('nationalId')} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={texts.note()} error={errors.note?.message} className="sm:col-span-2">
        <TextArea {...register('note')} rows={2} />
      </Field>
    </>
  );
}
