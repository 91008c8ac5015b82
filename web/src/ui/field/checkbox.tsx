import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode };

/** A box to tick; the whole line is the target. */
export function Checkbox({ label, className, ...props }: CheckboxProps) {
  return (
    <label
      className={cx(
        'inline-flex min-h-11 w-fit cursor-pointer items-center gap-2.5 text-desk select-none has-disabled:cursor-not-allowed has-disabled:text-muted',
        className,
      )}
    >
      {/* Drawn here: in the dark the browser's own box is a grey of no palette. */}
      <span className="relative grid size-4.5 shrink-0 place-items-center">
        <input
          type="checkbox"
          {...props}
          className="peer absolute inset-0 appearance-none rounded-chip border border-field bg-surface transition-colors duration-160 checked:border-accent checked:bg-accent disabled:opacity-60 forced-colors:appearance-auto"
        />
        <Check
          size={14}
          strokeWidth={3}
          aria-hidden="true"
          className="pointer-events-none relative hidden text-on-accent peer-checked:block forced-colors:hidden!"
        />
      </span>
      {label}
    </label>
  );
}
