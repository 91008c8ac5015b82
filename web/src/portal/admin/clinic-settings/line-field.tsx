import { get, type Path } from 'react-hook-form';
import { Field } from '../../../ui/field/field.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import type { FieldsProps, SettingsValues } from './settings-values.ts';

type LineFieldProps = FieldsProps & {
  name: Path<SettingsValues>;
  label: string;
  hint?: string;
  required?: boolean;
  type?: 'text' | 'tel' | 'email' | 'url';
  mode?: 'numeric' | 'decimal';
  lang?: string;
  className?: string;
};

/** One line of the settings. */
export function LineField({ form, name, label, hint, required = false, ...props }: LineFieldProps) {
  const { type = 'text', mode, lang, className = '' } = props;
  const error = get(form.formState.errors, name) as { message?: string } | undefined;
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      error={error?.message}
      className={className}
    >
      <TextInput
        {...form.register(name)}
        type={type}
        inputMode={mode}
        lang={lang}
        autoComplete="off"
      />
    </Field>
  );
}
