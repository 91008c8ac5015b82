import * as texts from '@deqiq/messages/office/calendar-settings.js';
import { Plus, X } from 'lucide-react';
import { type ArrayPath, type Control, type Path, useFieldArray } from 'react-hook-form';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { DateField } from '../../form/date-field.tsx';
import type { HolidayValues, HoursValues } from './hours-form.ts';

type DatesFieldProps<Values extends HolidayValues | HoursValues> = {
  control: Control<Values>;
  name: ArrayPath<Values>;
  label: string;
  /** The title of the dialog says it already. */
  isLabelHidden?: boolean;
};

/** A list of days, each in a field of its own. */
export function DatesField<Values extends HolidayValues | HoursValues>(
  props: DatesFieldProps<Values>,
) {
  const { control, name, label, isLabelHidden = false } = props;
  const { fields, append, remove } = useFieldArray({ control, name });
  return (
    <fieldset className="grid gap-2.5 sm:col-span-2">
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 text-desk font-medium'}>
        {label}
      </legend>
      <ul className="grid gap-3 sm:grid-cols-2">
        {fields.map(({ id }, index) => (
          <li key={id} className="flex items-end gap-1">
            <div className="grow">
              <DateField
                control={control}
                name={`${name}.${index}.date` as Path<Values>}
                label={texts.dayNumber({ number: index + 1 })}
              />
            </div>
            <IconButton
              label={texts.removeDay({ number: index + 1 })}
              icon={<X size={17} aria-hidden="true" />}
              onClick={() => remove(index)}
              className="size-11!"
            />
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="outline"
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => append({ date: '' } as Parameters<typeof append>[0])}
        className="justify-self-start"
      >
        {texts.addDay()}
      </Button>
    </fieldset>
  );
}
