import type { Doctor } from '@deqiq/contract/site/doctors.ts';
import * as texts from '@deqiq/messages/office/doctors.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import * as doctorMessages from '@deqiq/messages/site/doctors.js';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { personName } from '../../../lib/format.ts';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { InstagramInput, PhoneInput } from '../form/contact-inputs.tsx';
import { UnsavedInput } from '../form/unsaved-input.tsx';
import { useLightbox } from '../pictures/lightbox.tsx';
import { PictureField, PicturesField } from '../pictures/picture-field.tsx';
import type { LightboxPicture } from '../pictures/picture-slides.tsx';
import {
  type DoctorValues,
  doctorRules,
  emptyDoctor,
  saveDoctor,
  toValues,
} from './doctor-form.ts';

type DoctorDialogProps = {
  /** The record to edit; absent to add a new one. */
  doctor?: Doctor;
  onClose: () => void;
};

/** Adds a doctor's card, or edits one. Open as long as it is mounted. */
export function DoctorDialog({ doctor, onClose }: DoctorDialogProps) {
  const form = useForm({ defaultValues: doctor ? toValues(doctor) : emptyDoctor });
  const { enlarge, closeOr, view } = useLightbox();
  const { submit, busy } = useSave({
    form,
    schema: doctorRules,
    confirmation: (values) => ({
      title: formTexts.areYouSure(),
      text: doctor
        ? texts.updateQuestion({ doctor: personName(doctor) })
        : texts.createQuestion({ doctor: personName(values) }),
    }),
    request: (parsed) => saveDoctor(doctor, parsed),
    successMessage: doctor ? doctorMessages.updated() : doctorMessages.created(),
    errorMessage: doctorMessages.saveFailed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={closeOr(onClose)}
      title={doctor ? texts.edit() : texts.add()}
      save={doctor ? formTexts.saveChanges() : texts.add()}
      onSubmit={submit}
      dirty={form.formState.isDirty && !view}
      busy={busy}
      overlay={view}
    >
      <UnsavedInput form={form} name={`doctor ${doctor?._id ?? 'new'}`} />
      <Texts form={form} />
      <Pictures form={form} onEnlarge={enlarge} />
    </FormDialog>
  );
}

type FieldsProps = { form: UseFormReturn<DoctorValues> };

function Texts({ form: { register, formState } }: FieldsProps) {
  const error = (name: keyof DoctorValues) => formState.errors[name]?.message;
  return (
    <>
      <Field label={texts.firstName()} required error={error('firstName')}>
        <TextInput {...register('firstName')} autoComplete="off" />
      </Field>
      <Field label={texts.lastName()} required error={error('lastName')}>
        <TextInput {...register('lastName')} autoComplete="off" />
      </Field>
      <Field label={texts.phone()} required error={error('phone')}>
        <PhoneInput {...register('phone')} />
      </Field>
      <Field label={texts.clinicName()} error={error('clinicName')}>
        <TextInput {...register('clinicName')} autoComplete="off" />
      </Field>
      <Field label={texts.instagram()} error={error('instagram')} className="sm:col-span-2">
        <InstagramInput {...register('instagram')} />
      </Field>
    </>
  );
}

type PicturesProps = FieldsProps & { onEnlarge: (picture: LightboxPicture) => void };

function Pictures({ form: { control, formState }, onEnlarge }: PicturesProps) {
  const { errors } = formState;
  return (
    <div className="grid gap-4 sm:col-span-2">
      <Controller
        name="image"
        control={control}
        render={({ field }) => (
          <PictureField
            kind="card"
            label={texts.doctorImage()}
            name="image"
            picture={field.value}
            onChange={field.onChange}
            onEnlarge={onEnlarge}
            error={errors.image?.message}
          />
        )}
      />
      <Controller
        name="images"
        control={control}
        render={({ field }) => (
          <PicturesField
            kind="card"
            label={texts.certificates()}
            name="images"
            pictures={field.value}
            onChange={field.onChange}
            onEnlarge={onEnlarge}
            error={errors.images?.message}
          />
        )}
      />
    </div>
  );
}
