import { randomUUIDv7 } from 'node:crypto';
import type { FormParts } from '@deqiq/testkit/client.ts';
import { ADMIN, PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import type { Operation } from '@deqiq/testkit/operations/document.ts';
import { Person } from '@deqiq/testkit/operations/people.ts';
import type { Call } from '@deqiq/testkit/operations/request.ts';
import { buildRequest } from '@deqiq/testkit/operations/request.ts';
import type { FilledWorld } from './id-substitution.ts';

export interface CheckResult {
  readonly calls: number;
  readonly findings: string[];
}

/** Every property of a partner that only staff or the ledger change. */
const NOT_THEIRS: Readonly<Record<string, string>> = {
  _id: '01a1f82b-09e4-7bb2-a18d-99466a9da6dd',
  id: '01a1f82b-09e4-7bb2-a18d-99466a9da6dd',
  balance: '1000000',
  balance_qepik: '1000000',
  sendedPatientsCount: '77',
  sended_patients_count: '77',
  email: 'oz@klinika.az',
  email_key: 'oz@klinika.az',
  firstName: 'Başqa',
  first_name: 'Başqa',
  password: 'yeni-şifrə',
  password_hash: 'x',
  createdAt: '2000-01-01',
  deleted_at: '2000-01-01',
  role: 'admin',
};

/** Sends foreign fields along with a partner's details, in every encoding: only the details may change. */
export async function checkDetails({ world, people }: FilledWorld): Promise<CheckResult> {
  const { client } = people.other;
  const url = '/api/partner/account/details';
  const key = { email: people.other.account };
  const row = () =>
    world.db.selectFrom('partners').selectAll().where('email', '=', key.email).executeTakeFirst();
  const before = await row();
  const findings: string[] = [];
  const sent: FormParts = { ...NOT_THEIRS, clinicName: 'Yeni Diş', instagram: '@yeni' };
  const typed = { ...sent, balance: 1_000_000, partner: NOT_THEIRS, ['__proto__']: NOT_THEIRS };
  const urlencoded = {
    payload: new URLSearchParams(sent as Record<string, string>).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  const answers = [
    await client.form('PUT', url, sent),
    await client.put(url, typed),
    await client.send({ method: 'PUT', url, ...urlencoded }),
  ];
  for (const answer of answers)
    if (answer.status !== 200) findings.push(`details: ${answer.status} ${answer.response.body}`);
  const expected = { ...before, clinic_name: 'Yeni Diş', instagram: '@yeni' };
  const after = await row();
  if (JSON.stringify(after) !== JSON.stringify(expected))
    findings.push(`a change of details changed more: ${JSON.stringify(after)}`);
  return { calls: answers.length, findings };
}

/** They end a property of something that stays, so a repetition succeeds. */
const OF_PROPERTIES = /\/(radiologist|waiting|reading)$/;

/** A second deletion must return the same as the deletion of an unknown id. */
export async function checkDeletions({
  world,
  operations,
  people,
  objects,
}: FilledWorld): Promise<CheckResult> {
  const findings: string[] = [];
  const deletions = operations.filter(
    ({ method, path }) => method === 'DELETE' && !OF_PROPERTIES.test(path),
  );
  for (const operation of deletions) {
    objects.clear();
    const caller = operation.requiredToken?.role === 'partner' ? people.partner : people.admin;
    if (operation.params.length === 0) {
      findings.push(...(await checkEndingOthers(world, operation, caller)));
      continue;
    }
    const params: Record<string, string> = {};
    for (const name of operation.params) params[name] = await objects.param(operation.path, name);
    const query: Record<string, string> = {};
    for (const name of operation.requiredQuery)
      query[name] = String(await objects.fields[name as keyof typeof objects.fields]());
    const of = (ids: Call['params']) =>
      world.app.inject(deletion(operation, { params: ids, query }, caller));
    const first = await of(params);
    const second = await of(params);
    const never = await of(
      Object.fromEntries(operation.params.map((name) => [name, randomUUIDv7()])),
    );
    const replies = [second, never].map(({ statusCode, body }) => {
      const { requestId: _, ...rest } = JSON.parse(body) as object & { requestId?: string };
      return `${statusCode} ${JSON.stringify(rest)}`;
    });
    if (first.statusCode !== 200 || second.statusCode !== 404 || replies[0] !== replies[1])
      findings.push(`${operation.key}: ${first.statusCode}, then ${replies.join(', of nothing ')}`);
  }
  objects.clear();
  return { calls: deletions.length * 3, findings };
}

/** Ending all other sessions can be repeated: the others end, the caller's session stays. */
async function checkEndingOthers(
  { app, visitor }: FilledWorld['world'],
  operation: Operation,
  caller: Person,
): Promise<string[]> {
  const { role, account, password } = caller;
  const findings: string[] = [];
  for (const time of ['first', 'second']) {
    const elsewhere = await new Person(visitor, role, account, password).signIn();
    const answer = await app.inject(deletion(operation, { params: {} }, caller));
    const after = await Promise.all(
      [caller, elsewhere].map(({ client }) => client.get(operation.path)),
    );
    const statuses = [answer.statusCode, ...after.map(({ status }) => status)].join(', ');
    if (statuses !== '200, 200, 401')
      findings.push(`${operation.key}, ${time} time: ${statuses} instead of 200, 200, 401`);
  }
  return findings;
}

function deletion(
  operation: Operation,
  { params, query = {} }: Pick<Call, 'params'> & Partial<Pick<Call, 'query'>>,
  caller: Person,
) {
  const call: Call = { params, query, body: undefined, encoding: 'json', headers: {} };
  const request = buildRequest(operation, call);
  return { ...request, headers: { ...request.headers, ...caller.authorization('access') } };
}

const TRIES = 12;

/** Sends more wrong old passwords than allowed: the caller's session and all others must stay active. */
export async function checkWrongPasswords({ world }: FilledWorld): Promise<CheckResult> {
  const { partner, client } = await world.signedInPartner();
  const staff = await world.signInAdmin();
  const login = { email: partner.email, password: PARTNER_PASSWORD };
  const elsewhere = await world.visitor.signIn('partner', login);
  const findings: string[] = [];
  const newPassword = 'yeni-şifrə';
  for (let tries = 0; tries < TRIES; tries += 1) {
    const oldPassword = `səhv-${tries}`;
    const answers = [
      await client.put('/api/partner/account/password', { oldPassword, newPassword }),
      await staff.put('/api/admin/auth/change-password', { oldPassword, newPassword }),
    ];
    for (const { status } of answers)
      if (status !== 400 && status !== 429)
        findings.push(`a wrong old password returned ${status}`);
  }
  const still = [
    await client.get('/api/partner/account'),
    await elsewhere.get('/api/partner/account'),
    await staff.get('/api/admin/partners'),
    await world.visitor.post('/api/partner/auth/login', login),
    await world.visitor.post('/api/admin/auth/login', ADMIN),
  ];
  for (const { status, response } of still)
    if (status !== 200) findings.push(`after wrong old passwords: ${status} ${response.body}`);
  return { calls: TRIES * 2 + still.length, findings };
}
