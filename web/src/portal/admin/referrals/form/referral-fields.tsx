import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import { FIRST_DAY } from '@deqiq/contract/shared/time/dates.ts';
import * as patientTexts from '@deqiq/messages/office/patients.js';
import * as texts from '@deqiq/messages/office/referrals.js';
import { Controller, type Path, type UseFormReturn } from 'react-hook-form';
import { today } from '../../../../lib/format.ts';
import { Checkbox } from '../../../../ui/field/checkbox.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { Select } from '../../../../ui/field/select.tsx';
import { TextArea, TextInput } from '../../../../ui/field/text-input.tsx';
import { PhoneInput } from '../../form/contact-inputs.tsx';
import { DateField } from '../../form/date-field.tsx';
import {
  pregnancyTexts,
  purposeTexts,
  regionTexts,
  sexTexts,
  toOptions,
  urgencyTexts,
} from '../referral-words.ts';
import type { ReferralValues } from './referral-form.ts';

type FieldsProps = { form: UseFormReturn<ReferralValues> };

/** The patient as the paper, the visitor or the caller names them. */
export function PatientFields({ form }: FieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field label={patientTexts.firstName()} required error={errors.firstName?.message}>
        <TextInput {...register('firstName')} autoComplete="off" />
      </Field>
      <Field label={patientTexts.lastName()} required error={errors.lastName?.message}>
        <TextInput {...register('lastName')} autoComplete="off" />
      </Field>
      <Field label={patientTexts.fatherName()} error={errors.fatherName?.message}>
        <TextInput {...register('fatherName')} autoComplete="off" />
      </Field>
      <Field label={patientTexts.phone()} required error={errors.phone?.message}>
        <PhoneInput {...register('phone')} />
      </Field>
      <DateField
        control={form.control}
        name="birthDate"
        label={patientTexts.birthDate()}
        min={FIRST_DAY}
        max={today()}
      />
      <ChoiceField
        form={form}
        name="sex"
        label={patientTexts.sex()}
        words={sexTexts}
        none={patientTexts.unknownSex()}
      />
    </>
  );
}

/** The requested examination and its purpose. */
export function RequestFields({ form }: FieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  const isFemale = form.watch('sex') === 'female';
  return (
    <>
      <ChoiceField
        form={form}
        name="examination"
        label={texts.examination()}
        words={examinationTexts}
        required
      />
      <ChoiceField
        form={form}
        name="purpose"
        label={texts.purpose()}
        words={purposeTexts}
        required
      />
      <Field label={texts.teethField()} hint={texts.teethHint()} error={errors.teeth?.message}>
        <TextInput {...register('teeth')} inputMode="numeric" autoComplete="off" />
      </Field>
      <ChoiceField
        form={form}
        name="region"
        label={texts.region()}
        words={regionTexts}
        none={texts.noRegion()}
      />
      <ChoiceField form={form} name="urgency" label={texts.urgency()} words={urgencyTexts} />
      {isFemale && (
        <ChoiceField
          form={form}
          name="pregnancy"
          label={texts.pregnancy()}
          words={pregnancyTexts}
          none={texts.notAsked()}
        />
      )}
      <Field label={texts.question()} error={errors.question?.message} className="sm:col-span-2">
        <TextArea {...register('question')} rows={3} />
      </Field>
      <Checkbox
        label={texts.reportWanted()}
        {...register('reportWanted')}
        className="sm:col-span-2"
      />
    </>
  );
}

type ChoiceFieldProps = FieldsProps & {
  name: Path<ReferralValues>;
  label: string;
  words: Readonly<Record<string, () => string>>;
  required?: boolean;
  /** The option that chooses nothing. */
  none?: string;
};

function ChoiceField({ form, name, label, words, required = false, none }: ChoiceFieldProps) {
  return (
    <Controller
      name={name}
      control={form.control}
      render={({ field, fieldState }) => (
        <Field label={label} required={required} error={fieldState.error?.message}>
          <Select
            name={name}
            value={String(field.value)}
            onChange={field.onChange}
            placeholder={none ?? texts.choose()}
            options={[...(none ? [{ value: '', label: none }] : []), ...toOptions(words)]}
          />
        </Field>
      )}
    />
  );
}
