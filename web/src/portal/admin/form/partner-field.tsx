import type { PartnerReference } from '@deqiq/contract/partners.ts';
import type { ReactNode, RefCallback } from 'react';
import { type Path, type UseFormReturn, useController } from 'react-hook-form';
import { searchPartners } from '../../../api/partners.ts';
import { personName } from '../../../lib/format.ts';
import { Field } from '../../../ui/field/field.tsx';

/** What finds a partner, and takes all this: a Combobox to type in, or a SearchSelect. */
type Picker = {
  ref: RefCallback<HTMLElement>;
  value: PartnerReference | null;
  onChange: (picked: PartnerReference | null) => void;
  search: typeof searchPartners;
  itemKey: (partner: PartnerReference) => string;
  itemLabel: (partner: PartnerReference) => string;
};

type PartnerFieldProps<Values extends { partner: string }> = {
  form: UseFormReturn<Values>;
  partner: PartnerReference | null;
  onPick: (partner: PartnerReference | null) => void;
  children: (picker: Picker) => ReactNode;
};

/** Whom a form is about. It sends the id; the question before that names the person. */
export function PartnerField<Values extends { partner: string }>(props: PartnerFieldProps<Values>) {
  const { form, partner, onPick, children } = props;
  const name = 'partner' as Path<Values>;
  const { field, fieldState } = useController({ name, control: form.control });
  return (
    <Field label="Partner" required error={fieldState.error?.message} className="sm:col-span-2">
      {children({
        ref: field.ref,
        value: partner,
        onChange: (picked) => {
          onPick(picked);
          field.onChange(picked?._id ?? '');
          form.clearErrors(name);
        },
        search: searchPartners,
        itemKey: ({ _id }) => _id,
        itemLabel: personName,
      })}
    </Field>
  );
}
