import { dayStates } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import * as texts from '@deqiq/messages/office/clinic-settings.js';
import { Controller } from 'react-hook-form';
import { Field } from '../../../ui/field/field.tsx';
import { NativeSelect } from '../../../ui/field/native-select.tsx';
import { nameWeekday } from '../calendar/times/weekdays.ts';
import { LineField } from './line-field.tsx';
import type { FieldsProps } from './settings-values.ts';

const stateTexts = { open: texts.open, online: texts.online, closed: texts.closed };

/** Seven days: open from when to when, by online booking only, or closed. */
export const WeekFields = ({ form }: FieldsProps) => (
  <div className="grid gap-4 sm:col-span-2">
    {[0, 1, 2, 3, 4, 5, 6].map((index) => (
      <DayFields key={index} form={form} index={index} />
    ))}
  </div>
);

function DayFields({ form, index }: FieldsProps & { index: number }) {
  const name = `week.${index}` as const;
  const day = nameWeekday(index + 1);
  const isOpen = form.watch(`${name}.state`) === 'open';
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <Controller
        name={`${name}.state`}
        control={form.control}
        render={({ field }) => (
          <Field label={texts.state({ day })} className="max-sm:col-span-2">
            <NativeSelect
              value={field.value}
              onChange={field.onChange}
              options={dayStates.map((state) => [state, stateTexts[state]()])}
            />
          </Field>
        )}
      />
      {isOpen && (
        <>
          <LineField form={form} name={`${name}.from`} label={texts.from({ day })} mode="numeric" />
          <LineField form={form} name={`${name}.to`} label={texts.to({ day })} mode="numeric" />
        </>
      )}
    </div>
  );
}
