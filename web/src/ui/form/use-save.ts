import { useEffect, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ZodType } from 'zod';
import { isAbortError } from '../../lib/stopped.ts';
import { type Confirmation, confirm } from '../overlay/confirm.tsx';
import { toast } from '../overlay/toast.ts';
import { showFieldErrors, showServerError } from './show-errors.ts';
import { useSingleFlight } from './use-single-flight.ts';

type Save<Values extends FieldValues, Parsed> = {
  form: UseFormReturn<Values>;
  schema: ZodType<Parsed>;
  /** What to ask before sending; names what it acts on. */
  confirmation?: (values: Values) => Confirmation;
  /** Gets what the schema made of the form, and the form as it was typed. */
  request: (parsed: Parsed, values: Values) => Promise<unknown>;
  /** Said as a toast. */
  successMessage?: string;
  /** Said when the server gives no reason. */
  errorMessage: string;
  onSaved?: () => void;
};

/**
 * Validate, confirm, send. The first failing rule is said in the dialog 'Xəta!', then stands at its
 * field; a refused save says the server's sentence there and keeps everything that was typed.
 */
export function useSave<Values extends FieldValues, Parsed>(save: Save<Values, Parsed>) {
  const { form, schema, confirmation, request: send, successMessage, errorMessage, onSaved } = save;
  const [busy, setBusy] = useState(false);
  useClearErrorOnChange(form);

  async function run(): Promise<void> {
    form.clearErrors();
    const values = form.getValues();
    const parsed = schema.safeParse(values);
    const first = parsed.error?.issues[0];
    if (first) {
      const { message, path } = first;
      return showFieldErrors(form, message, [{ path: String(path[0]), message }]);
    }
    if (confirmation && !(await confirm(confirmation(values)))) return;
    setBusy(true);
    try {
      await send(parsed.data as Parsed, values);
    } catch (error) {
      setBusy(false);
      if (isAbortError(error)) return;
      return showServerError(form, error, errorMessage);
    }
    setBusy(false);
    if (successMessage) toast.success(successMessage);
    onSaved?.();
  }

  const once = useSingleFlight(run);

  /** For the form's onSubmit. A second press while the first is at work does nothing. */
  async function submit(event?: { preventDefault(): void }): Promise<void> {
    event?.preventDefault();
    await once();
  }

  return { submit, busy };
}

/** What was said of a field goes with its next change: it was said of what stood there before. */
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
