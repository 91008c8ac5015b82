import type { ZodType } from 'zod';

/** A sentence for every field that breaks a rule, by the field's name. */
export type Sentences = Readonly<Record<string, string>>;

/** The first failing rule of every field; none when all is well. */
export function wrongFields(schema: ZodType, values: object): Sentences {
  const sentences: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    sentences[String(path[0])] ??= message;
  }
  return sentences;
}
