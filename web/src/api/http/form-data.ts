/** What a form with files carries: text, files, and several of them under one key. Undefined is left out. */
export function formData(
  fields: Record<string, string | File | readonly File[] | undefined>,
): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (typeof value === 'string') data.append(name, value);
    else for (const file of [value].flat()) data.append(name, file);
  }
  return data;
}

/** Milliseconds that a form with pictures may take on a slow line. */
export const PICTURES_TIMEOUT = 300_000;
