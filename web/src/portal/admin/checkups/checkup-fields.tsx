import * as texts from '@deqiq/messages/office/checkups.js';
import type { Control, Path, UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field/field.tsx';
import { TextArea, TextInput } from '../../../ui/field/text-input.tsx';
import { DateField } from '../form/date-field.tsx';

/** Fields of an examination in both dialogs; names as in the API. */
export type CheckupDetails = {
  firstName: string;
  lastName: string;
  name: string;
  description: string;
  startDate: string;
  endDate: string;
};

type CheckupFieldsProps = {
  form: Pick<UseFormReturn<CheckupDetails>, 'register' | 'formState'>;
};

export function NameFields({ form: { register, formState } }: CheckupFieldsProps) {
  const { errors } = formState;
  return (
    <>
      <Field label={texts.firstName()} required error={errors.firstName?.message}>
        <TextInput autoComplete="off" {...register('firstName')} />
      </Field>
      <Field label={texts.lastName()} required error={errors.lastName?.message}>
        <TextInput autoComplete="off" {...register('lastName')} />
      </Field>
    </>
  );
}

export function ExaminationFields<Values extends CheckupDetails>({
  form: { register, formState },
  control,
}: CheckupFieldsProps & { control: Control<Values> }) {
  const { errors } = formState;
  return (
    <>
      <Field label={texts.examination()} error={errors.name?.message} className="sm:col-span-2">
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <DateField control={control} name={'startDate' as Path<Values>} label={texts.startDate()} />
      <DateField control={control} name={'endDate' as Path<Values>} label={texts.endDate()} />
      <Field
        label={texts.description()}
        error={errors.description?.message}
        className="sm:col-span-2"
      >
        <TextArea rows={3} {...register('description')} />
      </Field>
    </>
  );
}
