import { MAX_LOGO_BYTES } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import * as texts from '@deqiq/messages/office/clinic-settings.js';
import * as settingsMessages from '@deqiq/messages/site/clinic-settings.js';
import { Controller } from 'react-hook-form';
import { useLightbox } from '../pictures/lightbox.tsx';
import { PictureField } from '../pictures/picture-field.tsx';
import type { PictureLimits } from '../pictures/picture-rules.ts';
import type { FieldsProps } from './settings-values.ts';

const limits: PictureLimits = {
  types: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: MAX_LOGO_BYTES,
  messages: {
    typeNotAccepted: settingsMessages.pictureType,
    tooLarge: settingsMessages.pictureTooLarge,
  },
};

const fields = [
  { name: 'logo', label: texts.logo },
  { name: 'letterhead', label: texts.letterhead },
] as const;

export function LogoFields({ form }: FieldsProps) {
  const { enlarge, view } = useLightbox();
  return (
    <>
      {fields.map(({ name, label }) => (
        <Controller
          key={name}
          name={name}
          control={form.control}
          render={({ field, fieldState }) => (
            <PictureField
              kind="clinic"
              label={label()}
              name={name}
              picture={field.value || null}
              onChange={(picture) => field.onChange(picture ?? '')}
              onEnlarge={enlarge}
              error={fieldState.error?.message}
              required={false}
              hint={texts.pictureHint()}
              limits={limits}
            />
          )}
        />
      ))}
      {view}
    </>
  );
}
