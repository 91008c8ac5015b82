import * as texts from '@deqiq/messages/site/forms.js';
import type { FieldSpec } from './form-field.tsx';

/** The fields every form begins with. */
export const fullName: FieldSpec = {
  name: 'fullName',
  label: texts.fullName,
  type: 'text',
  autoComplete: 'name',
};

export const email: FieldSpec = {
  name: 'email',
  label: texts.email,
  type: 'email',
  autoComplete: 'email',
};

export const phone: FieldSpec = {
  name: 'phone',
  label: texts.phone,
  type: 'tel',
  autoComplete: 'tel',
};
