import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import * as z from 'zod';
import type { JsonSchema, Operation } from './document.ts';
import type { Person } from './people.ts';

/** Permitted error statuses; 5xx is none of them. */
const REFUSALS: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 409, 410, 413, 414, 415, 416, 429,
]);

/** Whether this person has the role of the operation. */
export const isFor = ({ requiredToken }: Operation, { role, isOwner }: Person): boolean =>
  !requiredToken || (requiredToken.role === 'owner' ? isOwner : requiredToken.role === role);

/** Fails unless the response is documented and the person may receive it. */
export function check(
  operation: Operation,
  person: Person,
  response: LightMyRequestResponse,
): void {
  const { statusCode } = response;
  assert.ok(statusCode < 500, `${statusCode}: ${response.body}`);
  if (!isFor(operation, person))
    assert.equal(statusCode, person.role === undefined ? 401 : 403, response.body);
  if (statusCode === 304) {
    assert.equal(response.body, '');
    return;
  }
  if (statusCode >= 400) assert.ok(REFUSALS.has(statusCode), `${statusCode}: ${response.body}`);
  else assert.ok([200, 206].includes(statusCode), String(statusCode));
  if (operation.method !== 'HEAD') checkBody(operation, response);
}

function checkBody(
  { responses }: Operation,
  { statusCode, headers, body }: LightMyRequestResponse,
) {
  const content = responses[statusCode] ?? responses[statusCode >= 400 ? '4XX' : '200'];
  assert.ok(content, `${statusCode} is not documented`);
  const schemas = Object.values(content).map((each) => each.schema);
  if (schemas.some((schema) => schema.format === 'binary')) return;
  const [type = ''] = String(headers['content-type']).split(';');
  const schema = content[type]?.schema;
  assert.ok(schema, `${type} is not documented`);
  if (type !== 'application/json') return;
  const read = toReader(schema).safeParse(JSON.parse(body));
  if (!read.success) assert.fail(`${z.prettifyError(read.error)}\n${body}`);
}

const readers = new WeakMap<JsonSchema, z.ZodType>();

function toReader(schema: JsonSchema): z.ZodType {
  const expected =
    readers.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  readers.set(schema, expected);
  return expected;
}
