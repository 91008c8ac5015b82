import { randomUUIDv7 } from 'node:crypto';
import { isFor } from '@deqiq/testkit/operations/checking.ts';
import type { Operation } from '@deqiq/testkit/operations/document.ts';
import type { Person } from '@deqiq/testkit/operations/people.ts';
import { clearFactor } from '@deqiq/testkit/operations/people-accounts.ts';
import { buildRequest, type Call } from '@deqiq/testkit/operations/request.ts';
import { validCall } from '@deqiq/testkit/operations/sampling.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import type { World } from '@deqiq/testkit/world.ts';
import type { LightMyRequestResponse } from 'fastify';
import type { FilledWorld, Id } from './id-substitution.ts';
import { findHarm, findMarks, readAllRows } from './leak-scan.ts';
import { type Slot, slotsOf } from './slots.ts';

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Calls that hash a password or decode a picture are expensive, and a person has at most ten tokens of programs. They are
 * tried with a few ids.
 */
const EXPENSIVE = /(login|password|logout|create-checkup|program-tokens)$/;
const EXPENSIVE_IDS = 3;

/** Calls whose code or link works once: the same call would return something else the second time. */
const SPENT =
  /account\/second-factor\/.|misc\/password-reset$|misc\/booking(\/\{token\}\/(cancel|confirm|stop|waiting|offers\/.+))?$/;

/** Calls that succeed a few times at most: they delete or cancel the thing, or add a picture to it. */
const CONSUMING = /^DELETE .*\{|^(PUT|POST) \/api\/partner\/referrals\/\{/;

interface CrossTenantOptions extends FilledWorld {
  readonly random: Random;
  /** Maximum number of ids of each kind. */
  readonly maxOfKind: number;
  /** Maximum number of ids in calls of a person who may not call the operation at all, whatever the id. */
  readonly maxRefused: number;
}

interface CheckResult {
  readonly calls: number;
  readonly findings: string[];
}

/**
 * Calls every operation with every id in each of its parameters, as every person. An id that belongs to another user,
 * or that is of another kind, must return the same as an unknown id.
 */
export async function checkCrossTenantCalls(options: CrossTenantOptions): Promise<CheckResult> {
  const { people, ended } = options;
  const findings: string[] = [];
  let calls = 0;
  const { visitor, partner, other, reception, admin } = people;
  const persons = { visitor, ended, partner, other, reception, admin };
  for (const [name, person] of Object.entries(persons)) {
    const result = await checkPerson(options, person);
    calls += result.calls;
    findings.push(...result.findings.map((finding) => `${name}: ${finding}`));
  }
  return { calls, findings };
}

async function checkPerson(options: CrossTenantOptions, person: Person): Promise<CheckResult> {
  const { world, operations, random, objects, people } = options;
  const findings: string[] = [];
  const prepared: [Operation, Call][] = [];
  for (const operation of operations)
    prepared.push([operation, await validCall(random, operation, objects, people, person)]);
  // Preparing a call about the second factor may have enabled it; signing in would then ask for a code.
  if (person.role) await clearFactor(world.db, person.role, person.account);
  const before = await readAllRows(world);
  const mine = await ownId(person);
  const callerId = mine ?? (await staffId(world, person));
  const marks = person.role === 'admin' ? [] : findMarks(before, mine);
  let calls = 0;
  for (const [operation, call] of prepared)
    for (const slot of slotsOf(operation, objects)) {
      const attempt = { options, person, operation, slot, call, marks };
      const result = await checkSlot(
        attempt,
        idsFor(options, { person, callerId }, operation, slot),
      );
      calls += result.calls;
      findings.push(...result.findings);
    }
  return { calls, findings: [...findings, ...findHarm(before, await readAllRows(world), mine)] };
}

async function ownId({ role, client }: Person): Promise<string | undefined> {
  if (role !== 'partner') return undefined;
  const { response } = await client.get('/api/partner/account');
  return response.json<{ partner?: { _id: string } }>().partner?._id;
}

async function staffId({ db }: World, { role, account }: Person): Promise<string | undefined> {
  if (role !== 'admin') return undefined;
  const admins = db.selectFrom('admins').select('id').where('username', '=', account);
  return (await admins.executeTakeFirst())?.id;
}

/** Whether the operation is meant for this person. */
const mayCall = ({ ended }: CrossTenantOptions, operation: Operation, person: Person) =>
  !operation.requiredToken || (person !== ended && isFor(operation, person));

/** Ids that do not fit this parameter, or that this person may not use there. */
function idsFor(
  options: CrossTenantOptions,
  { person, callerId }: { person: Person; callerId: string | undefined },
  operation: Operation,
  slot: Slot,
): readonly Id[] {
  const { ids, maxOfKind, maxRefused } = options;
  const allowed = mayCall(options, operation, person);
  // Staff may see everything, so there is nothing to smuggle.
  if (allowed && slot.name === 'smuggled' && person.role === 'admin') return [];
  if (allowed && SPENT.test(operation.path)) return [];
  const foreignIds = ids.filter((id) => !(allowed && slot.belongs(id, callerId)));
  if (allowed && EXPENSIVE.test(operation.path)) return foreignIds.slice(0, EXPENSIVE_IDS);
  const kinds = Map.groupBy(foreignIds, ({ thing, owner = '' }) => `${thing} ${owner}`);
  const tried = [...kinds.values()].flatMap((of) => of.slice(0, maxOfKind));
  if (allowed) return tried;
  const fits = (id: Id) => Number(slot.belongs(id, callerId));
  return tried.toSorted((one, other) => fits(other) - fits(one)).slice(0, maxRefused);
}

interface Attempt {
  readonly options: CrossTenantOptions;
  readonly person: Person;
  readonly operation: Operation;
  readonly slot: Slot;
  readonly call: Call;
  /** Texts that no response to this person may contain. */
  readonly marks: readonly string[];
}

async function checkSlot(attempt: Attempt, ids: readonly Id[]): Promise<CheckResult> {
  const { options, operation, slot } = attempt;
  const unknown = new Map<string, LightMyRequestResponse>();
  const findings: string[] = [];
  for (const { text, thing } of ids) {
    const shape = shapeOf(text);
    const unknownReply =
      unknown.get(shape) ?? (await send(attempt, randomTextLike(options.random, text)));
    if (!unknown.has(shape)) findings.push(...checkRefusal(attempt, unknownReply));
    unknown.set(shape, unknownReply);
    const wrong = findDifference(attempt, text, unknownReply, await send(attempt, text));
    if (wrong) findings.push(`${operation.key}, ${slot.name} = ${thing} ${text}: ${wrong}`);
  }
  return { calls: ids.length + unknown.size, findings };
}

const shapeOf = (text: string) => text.replace(UUID, 'ID').replace(/\w/g, 'x');

/** A random text of the same shape, which is no existing id. */
const randomTextLike = (random: Random, text: string): string =>
  text.search(UUID) >= 0
    ? text.replace(UUID, () => randomUUIDv7())
    : text.replace(/\w/g, () => random.below(36).toString(36));

async function send(attempt: Attempt, id: string): Promise<LightMyRequestResponse> {
  const { person, operation, slot } = attempt;
  const filled = slot.fill(await replenish(attempt), id);
  const request = buildRequest(operation, filled);
  const headers = {
    ...person.authorization(operation.requiredToken?.kind ?? 'access'),
    ...request.headers,
  };
  const { response } = await person.client.send({ ...request, headers });
  if (response.statusCode === 200 && person !== attempt.options.ended)
    await person.signInAgain(operation, filled.body);
  return response;
}

/**
 * A call that can succeed: recreates what earlier calls have used up, for the partner who owns the objects.
 */
async function replenish({ options, person, operation, slot, call }: Attempt): Promise<Call> {
  const { objects, people } = options;
  const isConsuming = CONSUMING.test(operation.key);
  if (!isConsuming || slot.name === 'address' || person !== people.partner) return call;
  if (!mayCall(options, operation, person)) return call;
  objects.clear();
  const params: Call['params'] = {};
  for (const name of operation.params) params[name] = await objects.param(operation.path, name);
  return { ...call, params };
}

/** Findings about the response to a person who may not call the operation at all. */
function checkRefusal(attempt: Attempt, { statusCode }: LightMyRequestResponse): string[] {
  const { options, operation, person, slot } = attempt;
  if (mayCall(options, operation, person)) return [];
  const expected = person.role === undefined || person === options.ended ? 401 : 403;
  return statusCode === expected
    ? []
    : [`${operation.key}, ${slot.name}: ${statusCode} instead of ${expected}`];
}

function findDifference(
  { slot, marks }: Attempt,
  id: string,
  unknownReply: LightMyRequestResponse,
  reply: LightMyRequestResponse,
): string | undefined {
  if (reply.statusCode >= 500) return `${reply.statusCode} ${reply.body}`;
  const one = describeReply(slot, reply);
  const other = describeReply(slot, unknownReply);
  if (one !== other) return `${one} instead of ${other}`;
  const shown = marks.find((mark) => mark !== id && reply.body.includes(mark));
  return shown && `the response contains ${shown}`;
}

/**
 * The response in a comparable form: a refusal and the body behind an address word for word, otherwise only the
 * status, because ids and dates differ each time.
 */
function describeReply(slot: Slot, { statusCode, body }: LightMyRequestResponse): string {
  if (body === '' || (statusCode < 400 && slot.name !== 'address')) return String(statusCode);
  const { requestId: _, fileId: _echo, ...rest } = JSON.parse(body) as Record<string, unknown>;
  return `${statusCode} ${JSON.stringify(rest).replace(UUID, 'ID')}`;
}
