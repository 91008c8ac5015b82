import type { Random } from '../random.ts';
import type { ApiObjects } from './api-objects.ts';
import type { JsonSchema, Operation } from './document.ts';
import { factorBody, resetBody } from './factors.ts';
import type { People, Person } from './people.ts';
import { type Call, carriesFile, type Fields } from './request.ts';

/** A call that the contract permits, on existing things. */
export async function validCall(
  random: Random,
  operation: Operation,
  objects: ApiObjects,
  people: People,
  person: Person,
): Promise<Call> {
  const params: Call['params'] = {};
  for (const name of operation.params) params[name] = await objects.param(operation.path, name);
  const query: Call['query'] = {};
  for (const [name, schema] of Object.entries(operation.query))
    if (operation.requiredQuery.includes(name) || random.chance(0.5))
      query[name] = String(
        (await objects.fieldAt(operation.path, name)) ??
          (await fieldValue(random, objects, name, schema)),
      );
  const body = operation.body && {
    ...(await sampleFields(random, objects, operation.path, operation.body.schema)),
    ...(await secrets(operation, people, person)),
  };
  const encodings = body && carriesFile(body) ? formsOnly : anyEncoding;
  return { params, query, body, encoding: random.pick(encodings), headers: {} };
}

const formsOnly = ['multipart'] as const;
const anyEncoding = ['json', 'json', 'urlencoded', 'multipart'] as const;

/** Secrets that only the person has. */
async function secrets({ path }: Operation, people: People, person: Person): Promise<Fields> {
  const { password } = person;
  if (path.includes('/account/second-factor')) return factorBody(path, people, person);
  if (/diagnostic-reports.*sign$/.test(path)) return { password, otp: '' };
  if (path.endsWith('/account/program-tokens')) return { password, days: 30 };
  if (path.endsWith('/login'))
    return (path.startsWith('/api/admin/') ? people.admin : people.partner).login();
  if (path.endsWith('/password-reset')) return resetBody(people);
  if (path.endsWith('reset-password')) return { password: 'yeni-şifrə' };
  return /password$/.test(path) ? { oldPassword: password, newPassword: password } : {};
}

async function sampleFields(
  random: Random,
  objects: ApiObjects,
  path: string,
  schema: JsonSchema,
): Promise<Fields> {
  const { properties = {}, required = [] } = schema;
  const fields: Fields = {};
  for (const [name, each] of Object.entries(properties))
    if (required.includes(name) || isAlways(name) || random.chance(0.6))
      fields[name] =
        (await objects.fieldAt(path, name)) ?? (await fieldValue(random, objects, name, each));
  return fields;
}

/** Fields that a rule requires although the schema cannot express it. */
const isAlways = (name: string) =>
  ['xrayFiles', 'chunk', 'image', 'file', 'byEmail', 'reservation'].includes(name);

async function fieldValue(random: Random, objects: ApiObjects, name: string, schema: JsonSchema) {
  if (Object.hasOwn(objects.fields, name))
    return objects.fields[name as keyof typeof objects.fields]();
  return sample(random, schema);
}

const WORDS = ['Nigar', 'Əli', 'İlqar Şükürov', 'Çinarə', 'O’Brien', 'Ağ Diş «Premium»', '陳'];

/** A value that a schema permits. */
function sample(random: Random, schema: JsonSchema): unknown {
  if (schema.anyOf) return sample(random, random.pick(schema.anyOf));
  if (schema.enum) return random.pick(schema.enum);
  if ('const' in schema) return schema.const;
  const types = [schema.type ?? 'string'].flat();
  switch (random.pick(types)) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 9, random.below(10)));
    case 'array':
      return schema.items && random.chance(0.5) ? [sample(random, schema.items)] : [];
    case 'object':
      return {};
    default:
      return text(random, schema);
  }
}

function text(random: Random, { pattern, minLength = 0, maxLength = 5_000 }: JsonSchema): string {
  if (pattern?.includes('\\d')) return String(1 + random.below(3));
  const words = `${random.pick(WORDS)} ${random.pick(WORDS)}`;
  return words.padEnd(minLength, 'x').slice(0, maxLength);
}
