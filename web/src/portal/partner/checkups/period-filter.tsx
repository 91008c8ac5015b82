import { MONTH } from '@deqiq/contract/shared/time/dates.ts';
import * as texts from '@deqiq/messages/partner/checkup-filters.js';
import { useState } from 'react';
import { formatDay, formatMonth, today } from '../../../lib/format.ts';
import { DateInput } from '../../../ui/field/date-input.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { NativeSelect } from '../../../ui/field/native-select.tsx';

/** Days back from today, today included. */
const PERIODS = [
  [0, texts.today],
  [6, () => texts.lastDays({ days: 7 })],
  [29, () => texts.lastDays({ days: 30 })],
] as const;

const RANGE = 'range';

type PeriodFilterProps = {
  from: string;
  to: string;
  onChange: (days: { from: string; to: string }) => void;
};

/** A usual period, or any days. */
export function PeriodFilter({ from, to, onChange }: PeriodFilterProps) {
  const [picksDays, setPicksDays] = useState(false);
  const period = PERIODS.map(([days]) => today(days)).find((day) => day === from && !to);
  const value = period ?? (from || to || picksDays ? RANGE : '');
  const select = (next: string) => {
    setPicksDays(next === RANGE);
    if (next !== RANGE) onChange({ from: next, to: '' });
  };
  const isRange = picksDays || value === RANGE;
  return (
    <>
      <Field label={texts.period()} className="md:w-44 md:[&>label]:sr-only">
        <NativeSelect
          value={isRange ? RANGE : value}
          onChange={select}
          options={[
            ['', texts.allDates()],
            ...PERIODS.map(([days, label]) => [today(days), label()] as const),
            [RANGE, texts.chooseDays()],
          ]}
        />
      </Field>
      {isRange && (
        <div className="grid grid-cols-2 gap-2.5 md:flex">
          <DayField
            label={texts.firstDay()}
            value={from}
            onChange={(day) => onChange({ from: day, to })}
          />
          <DayField
            label={texts.lastDay()}
            value={to}
            onChange={(day) => onChange({ from, to: day })}
          />
        </div>
      )}
    </>
  );
}

type ReadyFilterProps = { ready: string; onChange: (ready: string) => void };

/** The month or day in which results became ready, where a number of the month has opened the list. */
export const ReadyFilter = ({ ready, onChange }: ReadyFilterProps) => (
  <Field label={texts.ready()} className="md:w-56 md:[&>label]:sr-only">
    <NativeSelect
      value={ready}
      onChange={onChange}
      options={[
        ['', texts.anyReady()],
        [
          ready,
          texts.readyIn({ period: MONTH.test(ready) ? formatMonth(ready) : formatDay(ready) }),
        ],
      ]}
    />
  </Field>
);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type DayFieldProps = { label: string; value: string; onChange: (day: string) => void };

/** A day; applied once it is complete. */
function DayField({ label, value, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState({ text: value, of: value });
  const [wasLeft, setLeft] = useState(false);
  const text = typed.of === value ? typed.text : value;
  const change = (next: string) => {
    const isWhole = next === '' || DAY.test(next);
    setTyped({ text: next, of: isWhole ? next : value });
    if (isWhole) onChange(next);
  };
  return (
    <Field
      label={label}
      className="md:grid-cols-[auto_10rem] md:items-center md:gap-x-2.5 md:[&>p]:col-span-2"
      error={wasLeft && text && !DAY.test(text) ? texts.badDay() : undefined}
    >
      <DateInput
        name={label}
        value={text}
        onChange={change}
        onBlur={() => setLeft(true)}
        calendarLabel={texts.openCalendar({ field: label })}
        placeholder={texts.dayExample()}
      />
    </Field>
  );
}
