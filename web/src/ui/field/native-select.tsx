import { ChevronDown } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { controlClass, useFieldProps } from './field.tsx';

type NativeSelectProps = {
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, label: string])[];
};

/** The browser's own list: on a phone it opens where the thumb is. */
export function NativeSelect({ value, onChange, options }: NativeSelectProps) {
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
