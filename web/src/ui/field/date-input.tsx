import { parseDay } from '@deqiq/contract/shared/time/dates.ts';
import * as texts from '@deqiq/messages/ui/choosers.js';
import { CalendarDays } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { controlClass, useFieldProps } from './field.tsx';

type DateInputProps = {
  ref?: Ref<HTMLInputElement>;
  name: string;
  /** `YYYY-MM-DD`, '' for none; what is no date stays as it was typed, for the schema to refuse. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  min?: string;
  max?: string;
  /** The name of the button beside it. */
  calendarLabel?: string;
  placeholder?: string;
};

const ISO = /^\d{4}-\d{2}-\d{2}$/;

/** As it is typed, in every language. */
const shownAs = (value: string): string =>
  ISO.test(value) ? value.split('-').reverse().join('.') : value;

/** A date as dd.mm.yyyy, with the browser's calendar. The browser's own date field would use its language's order. */
export function DateInput({
  ref,
  name,
  value,
  onChange,
  onBlur,
  min,
  max,
  calendarLabel = texts.openCalendar(),
  placeholder = texts.dateFormat(),
}: DateInputProps) {
  const calendar = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ text: shownAs(value), of: value });
  // Another value came from outside: a reset, or the calendar.
  const text = typed.of === value ? typed.text : shownAs(value);
  const change = (next: string) => {
    const day = parseDay(next);
    setTyped({ text: next, of: day });
    onChange(day);
  };
  return (
    <div className="relative">
      <input
        {...useFieldProps()}
        ref={ref}
        name={name}
        type="text"
        inputMode="numeric"
        placeholder={placeholder}
        autoComplete="off"
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={() => {
          setTyped({ text: shownAs(value), of: value });
          onBlur?.();
        }}
        className={cx(controlClass, 'pr-11 tabular-nums')}
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        min={min}
        max={max}
        value={ISO.test(value) ? value : ''}
        onChange={(event) => onChange(event.target.value)}
        className="pointer-events-none absolute right-0 bottom-0 h-full w-11 opacity-0"
      />
      <button
        type="button"
        aria-label={calendarLabel}
        title={calendarLabel}
        onClick={() => calendar.current?.showPicker()}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-field text-muted hover:text-text"
      >
        <CalendarDays size={17} aria-hidden="true" />
      </button>
    </div>
  );
}
