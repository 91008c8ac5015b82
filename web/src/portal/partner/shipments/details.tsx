import type { ShipmentDetails } from '@deqiq/contract/examinations/shipments.ts';
import { LINE_MAX, TEXT_MAX } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/partner/shipments.js';
import { Field } from '../../../ui/field/field.tsx';
import { TextArea, TextInput } from '../../../ui/field/text-input.tsx';

type DetailsProps = {
  details: ShipmentDetails;
  disabled: boolean;
  onChange: (details: ShipmentDetails) => void;
};

/** Patient and purpose of the picture; all fields are optional. */
export function Details({ details, disabled, onChange }: DetailsProps) {
  const inputProps = (name: 'firstName' | 'lastName') => ({
    name,
    value: details[name],
    disabled,
    maxLength: LINE_MAX,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...details, [name]: target.value }),
  });
  return (
    <fieldset className="mb-5 grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-desk font-medium">
        {texts.details()} <span className="font-normal text-muted">{texts.optional()}</span>
      </legend>
      <Field label={texts.firstName()}>
        <TextInput {...inputProps('firstName')} />
      </Field>
      <Field label={texts.lastName()}>
        <TextInput {...inputProps('lastName')} />
      </Field>
      <Field label={texts.note()} hint={texts.noteExample()} className="sm:col-span-2">
        <TextArea
          name="note"
          rows={3}
          value={details.note}
          disabled={disabled}
          maxLength={TEXT_MAX}
          onChange={({ target }) => onChange({ ...details, note: target.value })}
        />
      </Field>
    </fieldset>
  );
}
