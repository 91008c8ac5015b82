import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { HttpError, messageOf } from '../../api/http.ts';
import { showError } from '../../ui/confirm.tsx';

/** A save that failed: the server's sentence in the dialog 'Xəta!', else the default; then at the fields it names. */
export async function sayRefused<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  failed: string,
): Promise<void> {
  await showError(messageOf(error, failed));
  const named = error instanceof HttpError ? error.fields : [];
  const known = named.filter(({ path }) => path in form.getValues());
  for (const [index, { path, message }] of known.entries()) {
    form.setError(path as Path<Values>, { message }, { shouldFocus: index === 0 });
  }
}
