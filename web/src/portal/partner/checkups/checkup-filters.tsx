import { useQuery } from '@tanstack/react-query';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { unseenQuery } from '../../../api/examinations/results.ts';
import { cx } from '../../../lib/cx.ts';
import { today } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/field/date-input.tsx';
import { controlClass, Field, useFieldProps } from '../../../ui/field/field.tsx';
import { useLabels } from '../../../ui/language.tsx';
import { SearchBar } from '../../../ui/list/search-bar.tsx';
import { IN_PROGRESS } from '../../checkup-status.tsx';

export type FilterValues = Readonly<Record<string, string>>;

type CheckupFiltersProps = {
  values: FilterValues;
  onChange: (values: FilterValues) => void;
  onClear: () => void;
  /** How many checkups match; undefined while they are loading. */
  found: number | undefined;
};

/**
 * Search and filters of a partner's X-rays, applied immediately, in the words of the badges. On a phone the search
 * and the new results are always there, and a button opens the others.
 */
export function CheckupFilters({ values, onChange, onClear, found }: CheckupFiltersProps) {
  const panel = useId();
  const { completed, pending, cancelled } = useLabels();
  const { name = '', unseen, ...others } = values;
  const count = new Set(Object.keys(others).map((key) => (key === 'to' ? 'from' : key))).size;
  const [isOpen, setOpen] = useState(count > 0);
  const set = (changes: FilterValues) => onChange({ ...values, ...changes });
  return (
    <section aria-label="Axtarış və filtrlər" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SearchBar
        value={name}
        onSearch={(text) => set({ name: text })}
        placeholder="Pasiyentin adı ilə axtarış"
        byIcon
        className="max-w-xl"
      />
      <div className="flex flex-wrap items-start gap-2.5">
        <UnseenToggle
          isOn={unseen === 'true'}
          onChange={(on) => set({ unseen: on ? 'true' : '' })}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
          className={cx(pillClass, 'md:hidden', count > 0 && activeClass)}
        >
          <SlidersHorizontal size={17} aria-hidden="true" />
          Filtrlər {count > 0 && <span className="tabular-nums">{count}</span>}
        </button>
        <div
          id={panel}
          className={cx(
            'order-last grid w-full gap-3 md:order-none md:flex md:w-auto md:flex-wrap md:items-start md:gap-2.5',
            !isOpen && 'max-md:hidden',
          )}
        >
          <Field label="Vəziyyət" className="md:w-48 md:[&>label]:sr-only">
            <NativeSelect
              value={values.status ?? ''}
              onChange={(status) => set({ status })}
              options={[
                ['', 'Bütün vəziyyətlər'],
                ['completed', completed],
                ['pending', `${pending} / ${IN_PROGRESS}`],
                ['cancelled', cancelled],
              ]}
            />
          </Field>
          <PeriodFilter from={values.from ?? ''} to={values.to ?? ''} onChange={set} />
        </div>
        {/* A search alone is cleared beside its field; an empty list offers it in its own place. */}
        {Object.keys(values).some((name) => name !== 'name') && found !== 0 && (
          <Button variant="quiet" onClick={onClear}>
            Filtrləri təmizlə
          </Button>
        )}
      </div>
      <p role="status" className="text-note text-muted empty:hidden">
        {Object.keys(values).length > 0 && found !== undefined && found > 0 && `${found} nəticə`}
      </p>
    </section>
  );
}

const pillClass =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-field bg-surface px-4.5 text-desk font-medium transition-colors duration-160 hover:border-muted';

const activeClass = 'border-accent! bg-accent-soft! text-accent-hover';

type UnseenToggleProps = { isOn: boolean; onChange: (isOn: boolean) => void };

function UnseenToggle({ isOn, onChange }: UnseenToggleProps) {
  const count = useQuery(unseenQuery).data?.count ?? 0;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={cx(pillClass, isOn && activeClass)}
    >
      Yalnız yeni {count > 0 && <span className="tabular-nums">{count}</span>}
    </button>
  );
}

/** Days back from today, today included. */
const PERIODS = [
  [0, 'Bu gün'],
  [6, 'Son 7 gün'],
  [29, 'Son 30 gün'],
] as const;

const RANGE = 'range';

type PeriodFilterProps = {
  from: string;
  to: string;
  onChange: (days: { from: string; to: string }) => void;
};

/** A usual period, or any days. */
function PeriodFilter({ from, to, onChange }: PeriodFilterProps) {
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
      <Field label="Dövr" className="md:w-44 md:[&>label]:sr-only">
        <NativeSelect
          value={isRange ? RANGE : value}
          onChange={select}
          options={[
            ['', 'Bütün tarixlər'],
            ...PERIODS.map(([days, label]) => [today(days), label] as const),
            [RANGE, 'Günləri seçin'],
          ]}
        />
      </Field>
      {isRange && (
        <div className="grid grid-cols-2 gap-2.5 md:flex">
          <DayField
            label="Başlanğıc"
            value={from}
            onChange={(day) => onChange({ from: day, to })}
          />
          <DayField label="Son" value={to} onChange={(day) => onChange({ from, to: day })} />
        </div>
      )}
    </>
  );
}

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
      error={wasLeft && text && !DAY.test(text) ? 'Tarix belə yazılır: 20.11.2026' : undefined}
    >
      <DateInput
        name={label}
        value={text}
        onChange={change}
        onBlur={() => setLeft(true)}
        calendarLabel={`${label}: təqvimi aç`}
        placeholder="gg.aa.iiii"
      />
    </Field>
  );
}

type NativeSelectProps = {
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, label: string])[];
};

/** The browser's own list: on a phone it opens where the thumb is. */
function NativeSelect({ value, onChange, options }: NativeSelectProps) {
  return (
    <span className="relative block">
      <select
        {...useFieldProps()}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(controlClass, 'appearance-none pr-10')}
      >
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={17}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
