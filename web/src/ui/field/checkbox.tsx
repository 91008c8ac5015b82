import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode };

/** A box to tick; the whole line is the target. */
export function Checkbox({ label, className, ...props }: CheckboxProps) {
  return (
    <label
      className={cx(
        'inline-flex min-h-11 w-fit cursor-pointer items-center gap-2.5 text-desk select-none',
        className,
      )}
    >
      <input type="checkbox" {...props} className="size-4.5 shrink-0 accent-accent" />
      {label}
    </label>
  );
}
