import type { ComponentProps } from 'react';
import { cx } from '../lib/cx.ts';
import { controlLook, useFieldTies } from './field.tsx';

/** One line of text. Takes everything an `input` takes, `register(…)` of a form included. */
export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input type="text" {...useFieldTies()} {...props} className={cx(controlLook, className)} />
  );
}

/** Several lines of text. */
export function TextArea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...useFieldTies()}
      {...props}
      className={cx(controlLook, 'resize-y py-2.5', className)}
    />
  );
}
