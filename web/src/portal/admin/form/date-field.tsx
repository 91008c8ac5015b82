import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { DateInput } from '../../../ui/field/date-input.tsx';
import { Field } from '../../../ui/field/field.tsx';

type DateFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: Path<Values>;
  label: string;
  required?: boolean;
  min?: string;
  max?: string;
};

/** A date of a form, `YYYY-MM-DD` in its values. */
export function DateField<Values extends FieldValues>(props: DateFieldProps<Values>) {
  const { control, name, label, required = false, ...limits } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} required={required} error={fieldState.error?.message}>
      <DateInput {...field} {...limits} />
    </Field>
  );
}
