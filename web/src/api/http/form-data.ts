type FormValue = string | number | File | readonly File[];

/** A multipart body of texts and files, also several under one key. Undefined values are skipped. */
export function formData(fields: Readonly<Record<string, FormValue | undefined>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (typeof value === 'string' || typeof value === 'number') data.append(name, String(value));
    else for (const file of [value].flat()) data.append(name, file);
  }
  return data;
}

/** Timeout in milliseconds of a form with pictures on a slow line. */
export const PICTURES_TIMEOUT = 300_000;
