import { createContext, type ReactNode, useContext, useId } from 'react';
import { cx } from '../../lib/cx.ts';

type Ties = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };

const FieldContext = createContext<Ties | undefined>(undefined);

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shows the mark; the schema has the rule. */
  required?: boolean;
  children: ReactNode;
  className?: string;
};

/** A label, one control, a hint and an error, connected for assistive technology. The control calls `useFieldProps`. */
export function Field({ label, hint, error, required = false, children, className }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={cx('grid content-start gap-1.5', className)}>
        <label htmlFor={id} className="text-desk font-medium">
          {label}
          {required && (
            <span aria-hidden="true" className="text-danger">
              *
            </span>
          )}
        </label>
        {children}
        {error && (
          <p id={errorId} className="text-note text-danger">
            {error}
          </p>
        )}
        {hint && (
          <p id={hintId} className="text-note text-muted">
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  );
}

/** The attributes that connect a control to its Field; empty outside a Field. */
export function useFieldProps() {
  const context = useContext(FieldContext);
  if (!context) return {};
  return {
    id: context.id,
    ...(context.describedBy ? { 'aria-describedby': context.describedBy } : {}),
    ...(context.invalid ? { 'aria-invalid': true } : {}),
    ...(context.required ? { 'aria-required': true } : {}),
  };
}

/** The classes of every one-line control. */
export const controlClass =
  'min-h-11 w-full rounded-field border border-field bg-surface px-3.5 text-base text-text md:text-desk ' +
  'transition-colors duration-160 hover:border-muted ' +
  'focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent ' +
  'aria-invalid:border-danger aria-invalid:focus:outline-danger ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted';
