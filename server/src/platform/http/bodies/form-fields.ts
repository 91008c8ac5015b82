import type { ErrorText } from '@deqiq/contract/shared/text.ts';
import * as z from 'zod';
import { type Part, parseBoundary, parseMultipart } from './multipart.ts';
import { MultipartError } from './part-headers.ts';
import { BodyError } from './read-body.ts';

/** A file of a form. The client chose its name and type; the bytes are not checked. */
export interface FormFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

const MAX_FIELDS = 1_000;

/** A schema for a file in a form. `message` is the error where it is missing. */
export const formFile = (message: ErrorText) =>
  z
    .custom<FormFile>(isFormFile, { error: message })
    .meta({ type: 'string', format: 'binary', description: 'a file of the form' });

function isFormFile(value: unknown): value is FormFile {
  return (
    typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes)
  );
}

/** Parses a multipart body. Throws BodyError. */
export function parseForm(bytes: Buffer, contentType: string): Record<string, unknown> {
  const boundary = parseBoundary(contentType);
  if (boundary === undefined) throw new BodyError(400, 'the form names no boundary');
  try {
    return toFields(parseMultipart(bytes, boundary).flatMap(toField));
  } catch (error) {
    if (error instanceof MultipartError) throw new BodyError(400, error.message);
    throw error;
  }
}

/** Browsers send an empty file input as a file without name and bytes. */
function toField({ name, fileName, contentType, bytes }: Part): [string, unknown][] {
  if (fileName === undefined) return [[name, bytes.toString('utf8')]];
  if (fileName === '' && bytes.length === 0) return [];
  return [[name, { fileName, contentType, bytes } satisfies FormFile]];
}

/** An object of strings; a list under a name that repeats. Throws BodyError on too many fields. */
export function toFields(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > MAX_FIELDS) throw new BodyError(400, 'too many fields');
    const existing = fields.get(name);
    if (existing === undefined) fields.set(name, value);
    else if (Array.isArray(existing)) existing.push(value);
    else fields.set(name, [existing, value]);
  }
  // An own key of this name would become a prototype in the first Object.assign it meets.
  fields.delete('__proto__');
  return Object.fromEntries(fields);
}
