import type { FieldError } from '@deqiq/contract/shared/errors.ts';
import type {
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  FastifyTypeProvider,
} from 'fastify';
import * as z from 'zod';

/** Types of requests and responses, from the Zod schemas of a route. */
export interface ZodTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}

export class ValidationError extends Error {
  /** The first error of each field, in the order of the schema. */
  readonly fields: readonly FieldError[];

  constructor({ issues }: z.ZodError) {
    super(issues[0]?.message ?? '');
    this.name = 'ValidationError';
    const fields = new Map<string, FieldError>();
    for (const issue of issues) {
      const path = issue.path.join('.');
      if (!fields.has(path)) fields.set(path, { path, message: issue.message });
    }
    this.fields = [...fields.values()];
  }
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: new ValidationError(result.error) };
  };

/** Removes what the schema does not name. Throws where a response does not match its schema. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (data) => {
    const result = z.safeEncode(schema, data);
    if (result.success) return JSON.stringify(result.data);
    throw new Error(`the response of ${method} ${url} does not match its schema`, {
      cause: result.error,
    });
  };
