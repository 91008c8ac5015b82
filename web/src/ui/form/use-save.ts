import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ZodType } from 'zod';
import { isAbortError } from '../../lib/abort-error.ts';
import { type Confirmation, confirm } from '../overlay/confirm.tsx';
import { toast } from '../overlay/toast.ts';
import { findField, showFieldErrors, showServerError } from './show-errors.ts';
import { useSingleFlight } from './use-single-flight.ts';

type Save<Values extends FieldValues, Parsed> = {
  form: UseFormReturn<Values>;
  schema: ZodType<Parsed>;
  /** Shown before the request; names the object of the action. undefined: nothing has to be confirmed. */
  confirmation?: (values: Values) => Confirmation | undefined;
  /** Receives the parsed values and the values as they were typed. */
  request: (parsed: Parsed, values: Values) => Promise<unknown>;
  /** Shown as a toast. */
  successMessage?: string;
  /** Shown if the server gives no reason. */
  errorMessage: string;
  onSaved?: () => void;
};

/**
 * Validates, confirms and sends a form. The first failing rule is shown in the dialog 'Xəta!', and every one at its
 * field. If the server refuses, its message is shown there and everything that was typed stays.
 */
export function useSave<Values extends FieldValues, Parsed>(save: Save<Values, Parsed>) {
  const { form, schema, confirmation, request, successMessage, errorMessage, onSaved } = save;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ parsed, values }: { parsed: Parsed; values: Values }) => request(parsed, values),
  });
  useClearErrorOnChange(form);

  async function run(): Promise<void> {
    form.clearErrors();
    const values = form.getValues();
    const { data, error } = schema.safeParse(values);
    const [first, ...others] = listFailures(values, error?.issues ?? []);
    if (first) return showFieldErrors(form, first.message, [first, ...others]);
    const question = confirmation?.(values);
    if (question && !(await confirm(question))) return;
    try {
      await mutateAsync({ parsed: data as Parsed, values });
    } catch (failure) {
      if (isAbortError(failure)) return;
      return showServerError(form, failure, errorMessage);
    }
    if (successMessage) toast.success(successMessage);
    onSaved?.();
  }

  const runOnce = useSingleFlight(run);

  /** For the form's onSubmit. A second press while a request is pending does nothing. */
  async function submit(event?: { preventDefault(): void }): Promise<void> {
    event?.preventDefault();
    await runOnce();
  }

  return { submit, busy: isPending };
}

/** The first issue of each field, in the order of the rules. */
function listFailures(
  values: unknown,
  issues: readonly { path: PropertyKey[]; message: string }[],
) {
  const failures = new Map<string, { path: string; message: string }>();
  for (const { path: keys, message } of issues) {
    const path = findField(values, keys) ?? String(keys[0]);
    if (!failures.has(path)) failures.set(path, { path, message });
  }
  return [...failures.values()];
}

/** Clears a field's error when its value changes: the error was about the former value. */
function useClearErrorOnChange<Values extends FieldValues>(form: UseFormReturn<Values>): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const path = name as Path<Values> | undefined;
          if (path && form.getFieldState(path).error) form.clearErrors(path);
        },
      }),
    [form],
  );
}
