import type { ComponentProps, FocusEventHandler } from 'react';
import { cx } from '../../lib/cx.ts';
import { afterPointerUp } from './after-pointer-up.ts';
import { controlClass, useFieldProps } from './field.tsx';

/** One line of text. Takes everything an `input` takes, `register(…)` of a form included. */
export function TextInput({ className, onBlur, ...props }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      {...useFieldProps()}
      {...props}
      onBlur={deferBlur(onBlur)}
      className={cx(controlClass, className)}
    />
  );
}

/** Several lines of text. */
export function TextArea({ className, rows = 4, onBlur, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...useFieldProps()}
      {...props}
      onBlur={deferBlur(onBlur)}
      className={cx(controlClass, 'resize-y py-2.5', className)}
    />
  );
}

/** Ignores the blur caused by switching windows: the field is still focused. */
function deferBlur<Control extends Element>(onBlur: FocusEventHandler<Control> | undefined) {
  return (
    onBlur &&
    ((event: Parameters<typeof onBlur>[0]) => {
      if (document.activeElement !== event.target) afterPointerUp(() => onBlur(event));
    })
  );
}
