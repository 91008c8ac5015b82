import type { ComponentProps } from 'react';
import { TextInput } from '../../../ui/field/text-input.tsx';

/** Somebody else's telephone: the browser offers staff none of their own. */
export const PhoneInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput {...props} type="tel" autoComplete="off" placeholder="+994 XX XXX XX XX" />
);

/** An Instagram name, as it is written there. */
export const InstagramInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput {...props} autoComplete="off" placeholder="@username" spellCheck={false} />
);
