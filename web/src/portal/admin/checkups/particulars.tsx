import type { UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field/field.tsx';
import { TextArea, TextInput } from '../../../ui/field/text-input.tsx';

/** What staff may say about an examination, in both dialogs; names as in the API. */
export type Particulars = {
  firstName: string;
  lastName: string;
  name: string;
  description: string;
  startDate: string;
  endDate: string;
};

type ParticularsProps = { form: Pick<UseFormReturn<Particulars>, 'register' | 'formState'> };

export function NameFields({ form: { register, formState } }: ParticularsProps) {
  const { errors } = formState;
  return (
    <>
      <Field label="First name" required error={errors.firstName?.message}>
        <TextInput autoComplete="off" {...register('firstName')} />
      </Field>
      <Field label="Last name" required error={errors.lastName?.message}>
        <TextInput autoComplete="off" {...register('lastName')} />
      </Field>
    </>
  );
}

export function ExaminationFields({ form: { register, formState } }: ParticularsProps) {
  const { errors } = formState;
  return (
    <>
      <Field label="Examination" error={errors.name?.message} className="sm:col-span-2">
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <Field label="Start date" error={errors.startDate?.message}>
        <TextInput type="date" {...register('startDate')} />
      </Field>
      <Field label="End date" error={errors.endDate?.message}>
        <TextInput type="date" {...register('endDate')} />
      </Field>
      <Field label="Description" error={errors.description?.message} className="sm:col-span-2">
        <TextArea rows={3} {...register('description')} />
      </Field>
    </>
  );
}
