import * as texts from '@deqiq/messages/shared/text.js';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { describeError, HttpError } from '../../api/http/http-error.ts';
import { showError } from '../overlay/confirm.tsx';

type Failure = { path: string; message: string };

/**
 * Shows the message in the dialog 'Xəta!', and each error at its field. That of the first field is shown there after the
 * dialog, which contains it, and this field gets the focus.
 */
export async function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  message: string,
  failures: readonly Failure[],
): Promise<void> {
  const text = addLabel(message, failures);
  const values = form.getValues();
  const formFailures = failures.filter(({ path }) => findField(values, path.split('.')) === path);
  const mark = (failure: Failure, shouldFocus: boolean) =>
    form.setError(failure.path as Path<Values>, { message: failure.message }, { shouldFocus });
  const [first, ...others] = formFailures;
  for (const failure of others) mark(failure, false);
  await showError(text);
  if (first) mark(first, true);
}

/**
 * The field of a form at which an issue of a schema is shown: `days.0.to` where the form has it, `teeth` for `teeth.3`
 * where that is one field; undefined where the form has no such field.
 */
export function findField(values: unknown, path: readonly PropertyKey[]): string | undefined {
  let value = values;
  const found: string[] = [];
  for (const [index, key] of path.map(String).entries()) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) break;
    // An item of a list has no field of its own, only its parts may have.
    if (Array.isArray(value) && index === path.length - 1) break;
    value = (value as Record<string, unknown>)[key];
    found.push(key);
  }
  return found.length > 0 ? found.join('.') : undefined;
}

/** Messages that fit every text field and do not name one. */
const isGeneric = (message: string): boolean =>
  [texts.missing(), texts.badCharacter(), texts.tooLong({ limit: 0 })].includes(
    message.replace(/\d+/, '0'),
  );

/** A generic message with the label of its field before it. */
function addLabel(message: string, failures: readonly Failure[]): string {
  const path = failures.find((failure) => failure.message === message)?.path;
  if (!path || !isGeneric(message)) return message;
  const control = document.querySelector<HTMLInputElement>(`form [name="${CSS.escape(path)}"]`);
  const label = control?.labels?.[0]?.textContent.replace(/\*$/, '').trim();
  return label ? `${label}: ${message}` : message;
}

/** Shows the server's message, or `fallback`, and the errors of the fields it names. */
export function showServerError<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fallback: string,
): Promise<void> {
  const fields = error instanceof HttpError ? error.fields : [];
  return showFieldErrors(form, describeError(error, fallback), fields);
}
