import type { PartnerReference } from '@deqiq/contract/people/partners.ts';
import * as texts from '@deqiq/messages/office/form.js';
import type { ReactNode, RefCallback } from 'react';
import { type Path, type UseFormReturn, useController } from 'react-hook-form';
import { searchPartners } from '../../../api/people/partners.ts';
import { personName } from '../../../lib/format.ts';
import { Field } from '../../../ui/field/field.tsx';

/** The search of every control that finds a partner. Its key is dropped with the lists of partners. */
export const partnerSearch = {
  searchKey: ['admin', 'partners', 'search'],
  search: searchPartners,
  itemKey: ({ _id }: PartnerReference) => _id,
  itemLabel: personName,
};

type Picker = typeof partnerSearch & {
  ref: RefCallback<HTMLElement>;
  value: PartnerReference | null;
  onChange: (picked: PartnerReference | null) => void;
};

type PartnerFieldProps<Values extends { partner: string }> = {
  form: UseFormReturn<Values>;
  partner: PartnerReference | null;
  onPick: (partner: PartnerReference | null) => void;
  children: (picker: Picker) => ReactNode;
};

/** The partner a form is about. The form sends the id; the question before that names the person. */
export function PartnerField<Values extends { partner: string }>(props: PartnerFieldProps<Values>) {
  const { form, partner, onPick, children } = props;
  const name = 'partner' as Path<Values>;
  const { field, fieldState } = useController({ name, control: form.control });
  return (
    <Field
      label={texts.partner()}
      required
      error={fieldState.error?.message}
      className="sm:col-span-2"
    >
      {children({
        ref: field.ref,
        value: partner,
        onChange: (picked) => {
          onPick(picked);
          field.onChange(picked?._id ?? '');
          form.clearErrors(name);
        },
        ...partnerSearch,
      })}
    </Field>
  );
}
