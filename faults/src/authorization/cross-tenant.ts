import { randomUUIDv7 } from 'node:crypto';
import { isFor } from '@deqiq/testkit/operations/checking.ts';
import type { Operation } from '@deqiq/testkit/operations/document.ts';
import { clearFactor } from '@deqiq/testkit/operations/factors.ts';
import type { Person } from '@deqiq/testkit/operations/people.ts';
import { type Call, requestOf } from '@deqiq/testkit/operations/request.ts';
import { validCall } from '@deqiq/testkit/operations/sampling.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import type { World } from '@deqiq/testkit/world.ts';
import type { LightMyRequestResponse } from 'fastify';
import type { Filled, Id } from './id-substitution.ts';
import { everything, harm, marksOf } from './leak-scan.ts';
import { type Slot, slotsOf } from './slots.ts';

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Calls that hash a password or decode a picture are expensive. They are tried with as many ids as callers may use.
 */
const DEAR = /(login|password|logout|create-checkup)$/;
const IDS_OF_DEAR = 3;

const SPENT = /account\/second-factor\/./;

interface Crossing extends Filled {
  readonly random: Random;
  /** Maximum number of ids of each kind. */
  readonly mostOfAKind: number;
}

interface Crossed {
  readonly calls: number;
  readonly findings: string[];
}

/**
 * Calls every operation with every id in each of its parameters, as every person. An id that belongs to another user,
 * or that is of another kind, must return the same as an unknown id.
 */
export async function crossTenantCalls(crossing: Crossing): Promise<Crossed> {
  const { people, ended } = crossing;
  const findings: string[] = [];
  let calls = 0;
  const { visitor, partner, other, reception, admin } = people;
  const everybody = { visitor, ended, partner, other, reception, admin };
  for (const [name, person] of Object.entries(everybody)) {
    const tried = await triedBy(crossing, person);
    calls += tried.calls;
    findings.push(...tried.findings.map((finding) => `${name}: ${finding}`));
  }
  return { calls, findings };
}

async function triedBy(crossing: Crossing, person: Person): Promise<Crossed> {
  const { world, operations, random, shelf, people } = crossing;
  const findings: string[] = [];
  const prepared: [Operation, Call][] = [];
  for (const operation of operations)
    prepared.push([operation, await validCall(random, operation, shelf, people, person)]);
  // Preparing a call about the second factor may have enabled it; signing in would then ask for a code.
  if (person.role) await clearFactor(world.db, person.role, person.account);
  const before = await everything(world);
  const mine = await ownId(person);
  const callerId = mine ?? (await staffId(world, person));
  const marks = person.role === 'admin' ? [] : marksOf(before, mine);
  let calls = 0;
  for (const [operation, call] of prepared)
    for (const slot of slotsOf(operation, shelf)) {
      const trial = { crossing, person, operation, slot, call, marks };
      const tried = await triedIn(trial, idsFor(crossing, { person, callerId }, operation, slot));
      calls += tried.calls;
      findings.push(...tried.findings);
    }
  return { calls, findings: [...findings, ...harm(before, await everything(world), mine)] };
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
const may = ({ ended }: Crossing, operation: Operation, person: Person) =>
  !operation.wants || (person !== ended && isFor(operation, person));

/** Ids that do not fit this parameter, or that this person may not use there. */
function idsFor(
  crossing: Crossing,
  { person, callerId }: { person: Person; callerId: string | undefined },
  operation: Operation,
  slot: Slot,
): readonly Id[] {
  const { ids, mostOfAKind } = crossing;
  const allowed = may(crossing, operation, person);
  // Staff may see everything, so there is nothing to smuggle.
  if (allowed && slot.name === 'smuggled' && person.role === 'admin') return [];
  // Their codes work once, so the same call would return something else the second time.
  if (allowed && SPENT.test(operation.path)) return [];
  const strange = ids.filter((id) => !(allowed && slot.belongs(id, callerId)));
  if (allowed && DEAR.test(operation.path)) return strange.slice(0, IDS_OF_DEAR);
  const kinds = Map.groupBy(strange, ({ thing, owner = '' }) => `${thing} ${owner}`);
  return [...kinds.values()].flatMap((of) => of.slice(0, mostOfAKind));
}

interface Trial {
  readonly crossing: Crossing;
  readonly person: Person;
  readonly operation: Operation;
  readonly slot: Slot;
  readonly call: Call;
  /** Texts that no response to this person may contain. */
  readonly marks: readonly string[];
}

async function triedIn(trial: Trial, ids: readonly Id[]): Promise<Crossed> {
  const { crossing, operation, slot } = trial;
  const unknown = new Map<string, LightMyRequestResponse>();
  const findings: string[] = [];
  for (const { text, thing } of ids) {
    const shape = shapeOf(text);
    const nobodys = unknown.get(shape) ?? (await answer(trial, alike(crossing.random, text)));
    if (!unknown.has(shape)) findings.push(...refusalOf(trial, nobodys));
    unknown.set(shape, nobodys);
    const wrong = differenceOf(trial, text, nobodys, await answer(trial, text));
    if (wrong) findings.push(`${operation.key}, ${slot.name} = ${thing} ${text}: ${wrong}`);
  }
  return { calls: ids.length + unknown.size, findings };
}

const shapeOf = (text: string) => text.replace(UUID, 'ID').replace(/\w/g, 'x');

/** A random text of the same shape, which is no existing id. */
const alike = (random: Random, text: string): string =>
  text.search(UUID) >= 0
    ? text.replace(UUID, () => randomUUIDv7())
    : text.replace(/\w/g, () => random.below(36).toString(36));

async function answer(trial: Trial, id: string): Promise<LightMyRequestResponse> {
  const { person, operation, slot } = trial;
  const filled = slot.fill(await unspent(trial), id);
  const request = requestOf(operation, filled);
  const headers = {
    ...person.authorization(operation.wants?.kind ?? 'access'),
    ...request.headers,
  };
  const { response } = await person.client.send({ ...request, headers });
  if (response.statusCode === 200 && person !== trial.crossing.ended)
    await person.notice(operation, filled.body);
  return response;
}

/**
 * A call that can succeed: recreates what a deletion has used up, for the partner who owns the things of the shelf.
 */
async function unspent({ crossing, person, operation, slot, call }: Trial): Promise<Call> {
  const { shelf, people } = crossing;
  const deletes = operation.method === 'DELETE' && operation.params.length > 0;
  if (!deletes || slot.name === 'address' || person !== people.partner) return call;
  if (!may(crossing, operation, person)) return call;
  shelf.clear();
  const params: Call['params'] = {};
  for (const name of operation.params) params[name] = await shelf.param(operation.path, name);
  return { ...call, params };
}

/** Findings about the response to a person who may not call the operation at all. */
function refusalOf(trial: Trial, { statusCode }: LightMyRequestResponse): string[] {
  const { crossing, operation, person, slot } = trial;
  if (may(crossing, operation, person)) return [];
  const expected = person.role === undefined || person === crossing.ended ? 401 : 403;
  return statusCode === expected
    ? []
    : [`${operation.key}, ${slot.name}: ${statusCode} instead of ${expected}`];
}

function differenceOf(
  { slot, marks }: Trial,
  id: string,
  nobodys: LightMyRequestResponse,
  theirs: LightMyRequestResponse,
): string | undefined {
  if (theirs.statusCode >= 500) return `${theirs.statusCode} ${theirs.body}`;
  const [one, other] = [describeReply(slot, theirs), describeReply(slot, nobodys)];
  if (one !== other) return `${one} instead of ${other}`;
  const shown = marks.find((mark) => mark !== id && theirs.body.includes(mark));
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
