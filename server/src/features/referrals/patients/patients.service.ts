import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import { readPatientSearch } from '@deqiq/contract/referrals/patients/patient-search.ts';
import type {
  LaterObject,
  Patient,
  PatientAnswer,
  PatientFields,
  PatientList,
  PatientQuery,
  SimilarQuery,
  UnmergeAnswer,
} from '@deqiq/contract/referrals/patients/patients.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import { normalizeCode } from '@deqiq/contract/shared/short-code.ts';
import * as patientMessages from '@deqiq/messages/referrals/patients.js';
import { toInstants } from '../../../platform/db/lists/days.ts';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import {
  findPatientRoots,
  listMergedPatients,
  phoneKey,
} from '../../../platform/db/patient-records.ts';
import type { Db, PatientRow } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import { mergePatients, unmergePatients } from './merging.ts';
import { type NationalIds, nationalIds } from './national-ids.ts';
import { presentPatient } from './patients.present.ts';
import * as repo from './patients.repo.ts';
import { rankSimilar, toExact } from './similar.ts';

export interface PatientDeps {
  readonly db: Db;
  readonly versions: TableVersions;
  /** Keys of numbers of documents are derived from it. */
  readonly secret: Buffer;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => number;
}

export type PatientsService = ReturnType<typeof patientsService>;

/** People who are examined. A merged record stays an alias: whatever belongs to it is shown with its survivor. */
export function patientsService(deps: PatientDeps) {
  const { db, versions, secret, audit, now } = deps;
  const numbers = nationalIds(secret);
  const version = versions.memoize('patients');
  const present = (row: PatientRow): Patient => presentPatient(row, numbers);

  async function insert(tx: Db, actor: Actor, fields: PatientFields): Promise<string> {
    const id = newId();
    await repo.insert(tx, { id, created_at: isoNow(now), ...toColumns(fields, id, numbers) });
    await audit.record(tx, actor, 'create', 'patient', id);
    return id;
  }

  return {
    version: () => version(),

    async list({
      page,
      limit,
      name,
      sort,
      ids,
      from,
      to,
      ...filters
    }: PatientQuery & Selection): Promise<PatientList> {
      const request = { page, limit, name, sort, ids };
      const created = toInstants({ from, to });
      const { rows, total } = await findPage(db, request, toExact(filters, numbers), created);
      return { patients: rows.map(present), pagination: pagination(page, limit, total) };
    },

    /** The newest patients with this code, birth date, telephone, number of a document, or else name. */
    async findNewest(text: string, limit: number): Promise<Patient[]> {
      const coded = await findByCode(db, text);
      if (coded) return [present(coded)];
      const { name = '', ...filters } = readPatientSearch(text);
      const rows = await repo.listNewest(db, { name, limit }, toExact(filters, numbers));
      return rows.map(present);
    },

    /** Records that may be of the person whom staff type, the likeliest first. */
    async listSimilar(query: SimilarQuery): Promise<{ patients: Patient[] }> {
      const exact = toExact(query, numbers);
      const name = `${query.firstName ?? ''} ${query.lastName ?? ''}`.trim();
      const candidates = await repo.listCandidates(db, name, exact);
      return { patients: rankSimilar(candidates, query, exact).map(present) };
    },

    /** The survivor of a record, and all records that were merged into it. */
    async findWithAliases(id: string) {
      const row = await findOrFail(db, id);
      const ids = await listMergedPatients(db, row.id);
      const aliases = await repo.listByIds(
        db,
        ids.filter((each) => each !== row.id),
      );
      return { patient: present(row), aliases: aliases.map(present), ids };
    },

    async create(actor: Actor, fields: PatientFields): Promise<PatientAnswer> {
      const id = await db.transaction().execute((tx) => insert(tx, actor, fields));
      return { patient: present(await findOrFail(db, id)), message: patientMessages.created() };
    },

    async update(actor: Actor, id: string, fields: PatientFields): Promise<PatientAnswer> {
      const patient = await db.transaction().execute(async (tx) => {
        const row = await claim(tx, id);
        await repo.update(tx, row.id, toColumns(fields, row.id, numbers));
        await audit.record(tx, actor, 'change', 'patient', row.id);
        return present(await findOrFail(tx, row.id));
      });
      return { patient, message: patientMessages.updated() };
    },

    /** Makes a record an alias of another one. Throws 409 where it is one already; the same call repeated is none. */
    async merge(actor: Actor, id: string, other: string): Promise<PatientAnswer> {
      await db.transaction().execute((tx) => mergePatients(deps, tx, actor, { id, other }));
      return { patient: present(await findOrFail(db, id)), message: patientMessages.merged() };
    },

    async unmerge(actor: Actor, id: string, other: string): Promise<UnmergeAnswer> {
      const later = await db
        .transaction()
        .execute((tx): Promise<LaterObject[]> => unmergePatients(deps, tx, actor, { id, other }));
      const patient = present(await findOrFail(db, id));
      return { patient, later, message: patientMessages.unmerged() };
    },

    /** In the caller's transaction: a new record; returns its id. */
    insert,

    /** In the caller's transaction: the id of the survivor of a record, locked. Throws 404 for unknown and erased ones. */
    claim: async (tx: Db, id: string): Promise<string> => (await claim(tx, id)).id,
  };
}

const toColumns = (fields: PatientFields, id: string, numbers: NationalIds) => ({
  first_name: fields.firstName,
  last_name: fields.lastName,
  father_name: fields.fatherName,
  birth_date: fields.birthDate,
  sex: fields.sex,
  phone: fields.phone,
  phone_key: phoneKey(fields.phone),
  email: fields.email,
  note: fields.note,
  ...numbers.seal(fields.nationalId, id),
});

/** The survivor of a record. Throws 404 for unknown and erased ones. */
async function findOrFail(handle: Db, id: string): Promise<PatientRow> {
  const root = (await findPatientRoots(handle, [id])).get(id);
  const row = root && (await repo.find(handle, root.id));
  if (!row || row.erased_at !== null) throw notFound(patientMessages.notFound());
  return row;
}

/** In a transaction: the same, locked. A colleague may merge it meanwhile. */
async function claim(tx: Db, id: string): Promise<PatientRow> {
  const row = await findOrFail(tx, id);
  return (await repo.lock(tx, row.id)) ? row : claim(tx, id);
}

async function findByCode(db: Db, code: string): Promise<PatientRow | undefined> {
  const seq = patientCodes.parse(code);
  const row = seq === undefined ? undefined : await repo.findBySeq(db, seq);
  if (!row || patientCodes.format(row) !== normalizeCode(code)) return undefined;
  return findOrFail(db, row.id).catch(() => undefined);
}

/** A code finds its patient alone. */
async function findPage(
  db: Db,
  request: Parameters<typeof repo.list>[1],
  exact: ReturnType<typeof toExact>,
  created: Parameters<typeof repo.list>[2],
) {
  const coded = await findByCode(db, request.name);
  if (coded) {
    const found = repo.matches(coded, exact, created) ? [coded] : [];
    return { rows: request.page === 1 ? found : [], total: found.length };
  }
  return Object.keys(exact).length > 0
    ? repo.listExact(db, request, exact, created)
    : repo.list(db, request, created);
}
