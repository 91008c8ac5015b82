import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type ApiObjects, createApiObjects } from '@deqiq/testkit/operations/api-objects.ts';
import { check, isFor } from '@deqiq/testkit/operations/checking.ts';
import { listOperations, type Operation } from '@deqiq/testkit/operations/document.ts';
import { mutated, nonsense } from '@deqiq/testkit/operations/mutating.ts';
import { type Owned, readOwned } from '@deqiq/testkit/operations/owned.ts';
import { createPeople, type People, type Person } from '@deqiq/testkit/operations/people.ts';
import { buildRequest, type Call } from '@deqiq/testkit/operations/request.ts';
import { validCall } from '@deqiq/testkit/operations/sampling.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { newWorld, slowClock } from '@deqiq/testkit/world.ts';
import type { LightMyRequestResponse } from 'fastify';

/** Calls of each operation by a permitted person; the full count is 200, a tenth of it for each other person. */
const CALLS = Number(process.env.OPERATION_CALLS ?? 24);
const SEED = Number(process.env.OPERATION_SEED ?? 20_261_120);

test('every operation with valid, invalid and absurd input, as every role', async (t) => {
  const world = await newWorld(t, { now: slowClock() });
  const operations = listOperations(world.app);
  for (const { path, requiredToken: wants } of operations)
    assert.equal(areaOf(wants?.role), areaOfAddress(path), path);
  const people = await createPeople(world);
  const objects = createApiObjects(world, people);
  const owned = await readOwned(people);
  await t.test('no other user reads what belongs to the partner', () =>
    readEverything(operations, people, owned),
  );
  t.diagnostic(`seed ${SEED}, ${CALLS} calls of each of ${operations.length} operations`);
  const sent = { calls: 0 };
  for (const [index, operation] of operations.entries())
    await t.test(operation.key, async () => {
      const random = randomFrom(SEED + index);
      const trial = { operation, people, objects, owned, random, sent };
      assert.ok((await trialOf(trial)) > 0, 'no call was ever answered with 200');
    });
  t.diagnostic(`${sent.calls} calls in all`);
  assert.deepEqual(await readOwned(people), owned, 'somebody has changed what is the partner’s');
});

/** Paths determine the role; only sign-in is open to everyone. */
const areaOf = (role: string | undefined) => (role === 'owner' ? 'admin' : role);

function areaOfAddress(path: string): string | undefined {
  return path.endsWith('/auth/login') ? undefined : /^\/api\/(admin|partner)\//.exec(path)?.[1];
}

interface Trial {
  readonly operation: Operation;
  readonly people: People;
  readonly objects: ApiObjects;
  readonly owned: Owned;
  readonly random: Random;
  readonly sent: { calls: number };
}

/** Calls one operation as every person. Returns the number of successful calls. */
async function trialOf(trial: Trial): Promise<number> {
  const { operation, people } = trial;
  const { visitor, partner, other, reception, admin } = people;
  let granted = 0;
  for (const person of [visitor, partner, other, reception, admin]) {
    const isMain =
      isFor(operation, person) &&
      person !== other &&
      person !== reception &&
      (operation.requiredToken || !person.role);
    const calls = isMain ? CALLS : Math.ceil(CALLS / 10);
    for (let number = 0; number < calls; number += 1) {
      const { statusCode } = await oneCall(trial, person, number);
      if (statusCode === 200) granted += 1;
      if (isMain && number === 0) assert.equal(statusCode, 200, 'the first call is a right one');
    }
    if (person !== partner && person.role !== 'admin') await foreignIds(trial, person);
  }
  return granted;
}

/** The first call is valid; then valid, changed and absurd ones alternate. */
async function oneCall(trial: Trial, person: Person, number: number) {
  const { operation, people, objects, random } = trial;
  const right = () => validCall(random, operation, objects, people, person);
  const kind = number % 3;
  const call =
    kind === 0
      ? await right()
      : kind === 1
        ? mutated(random, operation, await right())
        : nonsense(random, operation);
  return send(trial, person, call);
}

async function send(trial: Trial, person: Person, call: Call): Promise<LightMyRequestResponse> {
  const { operation, objects } = trial;
  const request = buildRequest(operation, call);
  const kind = operation.requiredToken?.kind ?? 'access';
  const headers = { ...person.authorization(kind), ...request.headers };
  trial.sent.calls += 1;
  const { response } = await person.client.send({ ...request, headers });
  try {
    check(operation, person, response);
    if (person !== trial.people.partner && person.role !== 'admin') mayRead(trial, response);
  } catch (error) {
    throw new Error(
      `${person.account || 'a visitor'}: ${JSON.stringify({ ...request, headers }).slice(0, 2_000)}`,
      {
        cause: error,
      },
    );
  }
  if (response.statusCode === 200 && operation.method !== 'GET') objects.clear();
  if (response.statusCode === 200) await person.signInAgain(operation, call.body);
  return response;
}

async function readEverything(operations: readonly Operation[], people: People, owned: Owned) {
  for (const { method, params, path } of operations)
    for (const person of [people.visitor, people.other])
      if (method === 'GET' && params.length === 0)
        mayRead({ owned }, (await person.client.get(path)).response);
}

function mayRead({ owned }: Pick<Trial, 'owned'>, { body }: LightMyRequestResponse): void {
  for (const mark of owned.marks) assert.ok(!body.includes(mark), `it shows ${mark}`);
}

/** The id of another person's record has the same response as an unknown one. */
async function foreignIds(trial: Trial, person: Person): Promise<void> {
  const { operation, owned, people, random, objects } = trial;
  const fields = Object.keys(operation.body?.schema.properties ?? {}).filter((name) =>
    /^(partner|checkupId)$/.test(name),
  );
  if (operation.params.length + fields.length === 0) return;
  const call = await validCall(random, operation, objects, people, person);
  const withId = (id: string): Call => ({
    ...call,
    params: Object.fromEntries(operation.params.map((name) => [name, id])),
    body: call.body && { ...call.body, ...Object.fromEntries(fields.map((name) => [name, id])) },
  });
  const unknown = withoutRequestId(await send(trial, person, withId(randomUUID())));
  for (const id of owned.marks.slice(2))
    assert.deepEqual(withoutRequestId(await send(trial, person, withId(id))), unknown);
}

function withoutRequestId({ statusCode, body }: LightMyRequestResponse): unknown {
  if (statusCode < 400 || body === '') return statusCode;
  const { requestId: _, ...rest } = JSON.parse(body);
  return { statusCode, ...rest };
}
