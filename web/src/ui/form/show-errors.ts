import * as texts from '@deqiq/messages/shared/text.js';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { describeError, HttpError } from '../../api/http/http-error.ts';
import { showError } from '../overlay/confirm.tsx';

type Failure = { path: string; message: string };

/** Shows the message in the dialog 'Xəta!', then each error at its field. The first field gets the focus. */
export async function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  message: string,
  failures: readonly Failure[],
): Promise<void> {
  await showError(addLabel(message, failures));
  const formFailures = failures.filter(({ path }) => path in form.getValues());
  for (const [index, { path, message: text }] of formFailures.entries()) {
    form.setError(path as Path<Values>, { message: text }, { shouldFocus: index === 0 });
  }
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
