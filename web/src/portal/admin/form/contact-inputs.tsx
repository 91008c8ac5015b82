import * as texts from '@deqiq/messages/office/form.js';
import type { ComponentProps } from 'react';
import { TextInput } from '../../../ui/field/text-input.tsx';

/** Another person's telephone: the browser must not offer the user's own. */
export const PhoneInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput {...props} type="tel" autoComplete="off" placeholder={texts.phoneExample()} />
);

/** An Instagram user name. */
export const InstagramInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput
    {...props}
    autoComplete="off"
    placeholder={texts.instagramExample()}
    spellCheck={false}
  />
);
