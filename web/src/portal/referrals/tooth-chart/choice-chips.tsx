import { useId } from 'react';
import { cx } from '../../../lib/cx.ts';

type ChoiceChipsProps<Value extends string> = {
  label: string;
  name: string;
  value: Value | '';
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
  error?: string | undefined;
  required?: boolean;
  /** The question that a screen begins with. */
  isLarge?: boolean;
};

/** One of several values, each a thumb wide. They are radio buttons: arrows move, the group is one tab stop. */
export function ChoiceChips<Value extends string>({
  label,
  name,
  value,
  options,
  onChange,
  error,
  required = false,
  isLarge = false,
}: ChoiceChipsProps<Value>) {
  const errorId = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={cx('mb-2', isLarge ? 'text-title' : 'text-desk font-medium')}>
        {label}
        {required && (
          <span aria-hidden="true" className="text-danger">
            *
          </span>
        )}
      </legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([option, text]) => (
          <label key={option} className={chipClass}>
            <input
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? errorId : undefined}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-hidden"
            />
            {text}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-note text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Also for buttons among chips. */
export const chipClass =
  'relative inline-flex min-h-11 cursor-pointer items-center rounded-full border border-field bg-surface px-4 text-desk ' +
  'transition-colors duration-160 hover:border-accent has-checked:border-accent has-checked:bg-accent ' +
  'has-checked:font-medium has-checked:text-on-accent has-aria-invalid:border-danger forced-colors:has-checked:border-4 ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent';
