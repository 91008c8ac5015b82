import type { FieldSpec } from './form-field.tsx';

/** The fields every form begins with. */
export const fullName: FieldSpec = {
  name: 'fullName',
  label: 'Ad Soyad',
  type: 'text',
  autoComplete: 'name',
};

export const email: FieldSpec = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autoComplete: 'email',
};

export const phone: FieldSpec = {
  name: 'phone',
  label: 'Telefon nömrəsi',
  type: 'tel',
  autoComplete: 'tel',
};
