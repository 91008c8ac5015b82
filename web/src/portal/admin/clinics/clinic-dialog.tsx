import { type Clinic, clinicFields } from '@deqiq/contract/site/clinics.ts';
import * as texts from '@deqiq/messages/office/clinics.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import * as clinicMessages from '@deqiq/messages/site/clinics.js';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod';
import * as api from '../../../api/site/clinics.ts';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { InstagramInput, PhoneInput } from '../form/contact-inputs.tsx';
import { UnsavedInput } from '../form/unsaved-input.tsx';
import { useLightbox } from '../pictures/lightbox.tsx';
import { PictureField } from '../pictures/picture-field.tsx';
import type { FormPicture } from '../pictures/picture-rules.ts';

type Values = { title: string; phone: string; instagram: string; image: FormPicture | null };

/** The contract's rules, and a picture behind them: a new one, or the one there is. */
const rules = clinicFields.extend({
  image: z.custom<FormPicture>((picture) => picture !== null, {
    error: clinicMessages.imageMissing,
  }),
});

const empty: Values = { title: '', phone: '', instagram: '', image: null };

const toValues = ({ title, phone, instagram, imageUrl }: Clinic): Values => ({
  title,
  phone,
  instagram,
  image: imageUrl || null,
});

type ClinicDialogProps = {
  /** The clinic to edit; without it a new one is added. */
  clinic?: Clinic;
  onClose: () => void;
};

/** Adds a clinic, or edits one. Open as long as it is mounted. */
export function ClinicDialog({ clinic, onClose }: ClinicDialogProps) {
  const form = useForm<Values>({ defaultValues: clinic ? toValues(clinic) : empty });
  const { enlarge, closeOr, view } = useLightbox();
  const { submit, busy } = useSave({
    form,
    schema: rules,
    confirmation: ({ title }) => ({
      title: formTexts.areYouSure(),
      text: clinic
        ? texts.updateQuestion({ clinic: clinic.title })
        : texts.createQuestion({ clinic: title }),
    }),
    request: ({ title, phone, instagram, image }) => {
      const sent = { title, phone, instagram, ...(image instanceof File && { image }) };
      return clinic ? api.updateClinic(clinic, sent) : api.createClinic(sent);
    },
    successMessage: clinic ? clinicMessages.updated() : clinicMessages.created(),
    errorMessage: clinicMessages.saveFailed(),
    onSaved: onClose,
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      onClose={closeOr(onClose)}
      title={clinic ? texts.edit() : texts.add()}
      save={clinic ? formTexts.saveChanges() : texts.add()}
      onSubmit={submit}
      dirty={form.formState.isDirty && !view}
      busy={busy}
      overlay={view}
    >
      <UnsavedInput form={form} name={`clinic ${clinic?._id ?? 'new'}`} />
      <Field label={texts.name()} required error={errors.title?.message} className="sm:col-span-2">
        <TextInput {...form.register('title')} autoComplete="off" />
      </Field>
      <Field label={texts.phone()} required error={errors.phone?.message}>
        <PhoneInput {...form.register('phone')} />
      </Field>
      <Field label={texts.instagram()} error={errors.instagram?.message}>
        <InstagramInput {...form.register('instagram')} />
      </Field>
      <div className="sm:col-span-2">
        <Controller
          name="image"
          control={form.control}
          render={({ field }) => (
            <PictureField
              kind="clinic"
              label={texts.clinicImage()}
              name="image"
              picture={field.value}
              onChange={field.onChange}
              onEnlarge={enlarge}
              error={errors.image?.message}
            />
          )}
        />
      </div>
    </FormDialog>
  );
}
