import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newCheckup, newPartner } from '@deqiq/testkit/databases/rows.ts';
import { isFastRun } from '@deqiq/testkit/fast-run.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import * as checkups from '../../examinations/checkups/checkups.repo.ts';
import { setPatient } from '../../examinations/checkups/referred/referred-checkups.ts';
import { auditService } from '../../operations/audit/audit.service.ts';
import * as partners from '../../people/partners/partners.repo.ts';
import { patientsService } from './patients.service.ts';

const SEQUENCES = Number(process.env.MERGE_SEQUENCES ?? (isFastRun ? 250 : 1_000));
const STEPS = 8;
const PATIENTS = 4;
const VISITS = 5;
const SEED = 20_261_126;

const STAFF: Actor = { role: 'admin', personId: 'staff', sessionId: 'session', address: '' };

/** Records of patients and examinations in a database, and the calls that change them. */
async function newRecords(t: Parameters<typeof openFreshDatabase>[0]) {
  const { db, versions } = await openFreshDatabase(t);
  const now = Date.now;
  const secret = Buffer.from('a secret of the tests');
  const patients = patientsService({ db, versions, secret, audit: auditService({ db, now }), now });
  const person = { fatherName: '', birthDate: null, sex: null, phone: '', email: '', note: '' };
  const ids: string[] = [];
  const codes = new Map<string, string>();
  for (let number = 0; number < PATIENTS; number += 1) {
    const names = { firstName: `Nigar ${number}`, lastName: 'Hüseynova', nationalId: '' };
    const { patient } = await patients.create(STAFF, { ...person, ...names });
    ids.push(patient._id);
    codes.set(patient._id, patient.code);
  }
  const partner = newPartner();
  await partners.insert(db, partner);
  const visits = Array.from({ length: VISITS }, () => newCheckup(partner.id));
  for (const visit of visits) await checkups.insert(db, visit);
  return {
    patients,
    ids,
    codes,
    visits: visits.map(({ id }) => id),
    link: (visit: string, id: string) =>
      db.transaction().execute(async (tx) => {
        await setPatient(tx, visit, await patients.claim(tx, id));
      }),
    readPatients: () => db.selectFrom('patients').selectAll().orderBy('seq').execute(),
    async readVisits(): Promise<Record<string, string | null>> {
      const rows = await db.selectFrom('checkups').select(['id', 'patient_id']).execute();
      return Object.fromEntries(rows.map((row) => [row.id, row.patient_id]));
    },
  };
}

type Records = Awaited<ReturnType<typeof newRecords>>;

/** The expected records: survivors, and the record of each visit, with the order of merges and links. */
class Expected {
  tick = 0;
  readonly parents = new Map<string, { readonly id: string; readonly at: number }>();
  readonly visits = new Map<string, { readonly id: string; readonly at: number }>();

  rootOf(id: string): string {
    const parent = this.parents.get(id);
    return parent === undefined ? id : this.rootOf(parent.id);
  }

  link(visit: string, id: string): void {
    const before = this.visits.get(visit);
    const root = this.rootOf(id);
    // The visit of a record that is merged into the same survivor stays with it.
    if (before && this.rootOf(before.id) === root) return;
    this.visits.set(visit, { id: root, at: this.tick });
  }

  /** False where it is a conflict. */
  merge(id: string, other: string): boolean {
    const root = this.rootOf(id);
    const parent = this.parents.get(other);
    if (parent) return [id, root].includes(parent.id);
    if (root === other) return false;
    this.parents.set(other, { id: root, at: this.tick });
    return true;
  }

  /** The visits that came later; undefined where it is a conflict. */
  unmerge(id: string, other: string): string[] | undefined {
    if (!this.parents.has(other) || this.rootOf(id) !== this.rootOf(other)) return undefined;
    const later: string[] = [];
    let since = 0;
    for (let parent = this.parents.get(other); parent; parent = this.parents.get(parent.id)) {
      since = Math.max(since, parent.at);
      for (const [visit, { id: owner, at }] of this.visits)
        if (owner === parent.id && at > since) later.push(visit);
    }
    this.parents.delete(other);
    return later.toSorted();
  }
}

const isConflict = (error: unknown): undefined => {
  if (error instanceof AppError && error.status === 409) return undefined;
  throw error;
};

async function step(records: Records, expected: Expected, random: Random, about: string) {
  const { patients, ids, visits } = records;
  const one = random.pick(ids);
  const other = random.pick(ids);
  expected.tick += 1;
  const kind = random.below(3);
  if (kind === 0) {
    const visit = random.pick(visits);
    await records.link(visit, one);
    expected.link(visit, one);
  } else if (kind === 1) {
    const merged = await patients.merge(STAFF, one, other).catch(isConflict);
    assert.equal(merged !== undefined, expected.merge(one, other), about);
  } else {
    const separated = await patients.unmerge(STAFF, one, other).catch(isConflict);
    const later = separated?.later.map(({ _id }) => _id).toSorted();
    assert.deepEqual(later, expected.unmerge(one, other), about);
  }
}

/** Every record is found by its id, and by the code that was printed before the merge. */
async function assertFound(
  { patients, ids, codes }: Records,
  expected: Expected,
  random: Random,
  about: string,
) {
  for (const id of ids) {
    const root = expected.rootOf(id);
    const found = await patients.findWithAliases(id);
    const tree = ids.filter((each) => expected.rootOf(each) === root);
    assert.deepEqual([found.patient._id, found.ids.toSorted()], [root, tree.toSorted()], about);
  }
  const printed = random.pick(ids);
  const listed = await patients.list({ page: 1, limit: 20, name: codes.get(printed) ?? '' });
  assert.deepEqual(
    listed.patients.map(({ _id }) => _id),
    [expected.rootOf(printed)],
    about,
  );
}

test(`${SEQUENCES} random sequences of visits, merges and separations lose nothing`, async (t) => {
  const records = await newRecords(t);
  const { patients, readPatients, readVisits } = records;
  const expected = new Expected();
  const before = await readPatients();
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const seed = SEED + sequence;
    const random = randomFrom(seed);
    for (let number = 0; number < STEPS; number += 1)
      await step(records, expected, random, `seed ${seed}, step ${number}`);
    await assertFound(records, expected, random, `seed ${seed}`);
    for (const id of [...expected.parents.keys()]) {
      await patients.unmerge(STAFF, expected.rootOf(id), id);
      expected.parents.delete(id);
    }
    assert.deepEqual(await readPatients(), before, `seed ${seed}`);
    const owners = Object.entries(await readVisits()).filter(([, owner]) => owner !== null);
    const linked = [...expected.visits].map(([visit, { id }]) => [visit, id]);
    assert.deepEqual(owners.toSorted(), linked.toSorted(), `seed ${seed}`);
  }
});
