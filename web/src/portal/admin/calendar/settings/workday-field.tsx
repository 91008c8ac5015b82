import * as texts from '@deqiq/messages/office/calendar-settings.js';
import { Plus, X } from 'lucide-react';
import { type Path, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/field/checkbox.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { TextInput } from '../../../../ui/field/text-input.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { nameWeekday } from '../times/weekdays.ts';
import { type HoursValues, USUAL_BREAK } from './hours-form.ts';

type WorkdayFieldProps = {
  form: UseFormReturn<HoursValues>;
  /** 1 is Monday. */
  weekday: number;
};

/** Whether a machine is open on a day of the week, from when to when, and its breaks. */
export function WorkdayField({ form, weekday }: WorkdayFieldProps) {
  const name = `days.${weekday - 1}` as const;
  const day = nameWeekday(weekday);
  const breaks = useFieldArray({ control: form.control, name: `${name}.breaks` });
  const isOpen = form.watch(`${name}.isOpen`);
  return (
    <div className="grid gap-2.5 border-t border-line pt-2.5 first:border-0 sm:col-span-2">
      <div className="flex flex-wrap items-end gap-x-2 gap-y-2 sm:gap-x-4">
        <Checkbox label={day} {...form.register(`${name}.isOpen`)} className="w-full! sm:w-40!" />
        {isOpen && (
          <>
            <TimeField form={form} name={`${name}.from`} day={day} label={texts.from()} />
            <TimeField form={form} name={`${name}.to`} day={day} label={texts.to()} />
            <Button
              size="sm"
              variant="quiet"
              icon={<Plus size={16} aria-hidden="true" />}
              aria-label={texts.addBreakOn({ day })}
              onClick={() => breaks.append(USUAL_BREAK)}
              className="min-h-11!"
            >
              {texts.addBreak()}
            </Button>
          </>
        )}
      </div>
      {isOpen &&
        breaks.fields.map(({ id }, index) => (
          <div key={id} className="flex flex-wrap items-end gap-x-2 gap-y-2 sm:gap-x-4 sm:pl-44">
            <TimeField
              form={form}
              name={`${name}.breaks.${index}.from`}
              day={day}
              label={texts.breakFrom()}
            />
            <TimeField
              form={form}
              name={`${name}.breaks.${index}.to`}
              day={day}
              label={texts.breakTo()}
            />
            <IconButton
              label={texts.removeBreak({ day })}
              icon={<X size={17} aria-hidden="true" />}
              onClick={() => breaks.remove(index)}
              className="size-11!"
            />
          </div>
        ))}
    </div>
  );
}

type TimeFieldProps = {
  form: UseFormReturn<HoursValues>;
  name: Path<HoursValues>;
  day: string;
  label: string;
};

/** The day is beside the field, and in its accessible name. */
function TimeField({ form, name, day, label }: TimeFieldProps) {
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field
      label={
        <span className="text-note">
          <span className="sr-only">{day}, </span>
          {label}
        </span>
      }
      error={error?.message}
      className="w-28 sm:w-36"
    >
      <TextInput
        {...form.register(name)}
        inputMode="numeric"
        autoComplete="off"
        className="tabular-nums"
      />
    </Field>
  );
}
