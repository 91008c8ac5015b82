import type { Db } from '../../platform/db/tables.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { accountKey } from '../../platform/secrets/credentials.ts';
import * as checkupsRepo from './checkups.repo.ts';
import * as deletionsRepo from './deletions.repo.ts';
import { isSameName, type Name, parseName } from './names.ts';
import * as patients from './patients.repo.ts';
import * as people from './people.repo.ts';

/** The person to erase. */
export type Request =
  | { readonly kind: 'partner'; readonly partner: string; readonly keepFiles: boolean }
  | { readonly kind: 'patient'; readonly checkups: readonly string[] }
  | { readonly kind: 'patient'; readonly code: string }
  /** Without a partner: a person who only submitted forms. */
  | { readonly kind: 'patient'; readonly name: string; readonly partner?: string };

/** The person's data in the database. */
export interface Person {
  readonly kind: 'partner' | 'patient';
  readonly pseudonym: string;
  readonly names: readonly Name[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Partners whose texts may contain the name; undefined: all. */
  readonly partners?: readonly string[];
  /** A patient's own checkups. */
  readonly checkups: readonly string[];
  /** Checkups whose files are removed. */
  readonly emptiedCheckups: readonly string[];
  /** A patient's own records and referrals. */
  readonly patients: readonly string[];
  readonly referrals: readonly string[];
  /** Whether a partner's files stay, deleted ones included. */
  readonly keepsFiles?: boolean;
}

/** Throws 404 for an unknown partner or checkup. */
export async function resolvePerson(db: Db, request: Request): Promise<Person> {
  if (request.kind === 'partner') return resolvePartner(db, request);
  if ('code' in request) return resolveByCode(db, request.code);
  return 'checkups' in request
    ? resolveByCheckups(db, request.checkups)
    : resolveByName(db, request);
}

async function resolvePartner(
  db: Db,
  { partner, keepFiles }: { partner: string; keepFiles: boolean },
): Promise<Person> {
  const { id, first_name, last_name, email, phone } = await findPartnerOrFail(db, partner);
  const checkups = keepFiles
    ? []
    : (await checkupsRepo.listPartnerCheckups(db, id)).map((row) => row.id);
  const names = first_name === id ? [] : [parseName(`${first_name} ${last_name}`)];
  const contacts = { emails: [email], phones: [phone] };
  return {
    kind: 'partner',
    pseudonym: id,
    names,
    ...contacts,
    checkups: [],
    emptiedCheckups: checkups,
    patients: [],
    referrals: [],
    keepsFiles: keepFiles,
  };
}

async function resolveByCheckups(db: Db, ids: readonly string[]): Promise<Person> {
  const deleted = await deletionsRepo.findDeletions(db, { checkups: ids });
  const rows = [...(await checkupsRepo.findCheckups(db, ids)), ...deleted];
  const unknown = ids.find((id) => rows.every((row) => row.id !== id));
  if (unknown) throw notFound(`there is no checkup ${unknown}`);
  return toPatient(db, rows);
}

async function resolveByCode(db: Db, code: string): Promise<Person> {
  const id = await patients.findByCode(db, code);
  if (!id) throw notFound(`there is no patient ${code}`);
  return toPatient(db, [], { partners: [], names: [], patients: [id] });
}

async function resolveByName(
  db: Db,
  { name, partner }: { name: string; partner?: string },
): Promise<Person> {
  const requested = parseName(name);
  if (partner === undefined) return toPatient(db, [], { partners: [], names: [requested] });
  const { id } = await findPartnerOrFail(db, partner);
  const filter = { checkups: [], names: [requested], partners: [id] };
  const rows = [
    ...(await checkupsRepo.findCheckupsByName(db, [requested], id)),
    ...(await deletionsRepo.findDeletions(db, filter)),
  ];
  const named = rows.filter((row) =>
    isSameName(requested, parseName(`${row.first_name} ${row.last_name}`)),
  );
  return toPatient(db, named, { partners: [id], names: [requested] });
}

/** The name of a patient who was erased before is an id. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface NamedCheckup {
  readonly id: string;
  readonly partner_id: string;
  readonly first_name: string;
  readonly last_name: string;
}

interface Requested {
  readonly partners: readonly string[];
  readonly names: readonly Name[];
  readonly patients?: readonly string[];
}

/** The person of examinations and records: also of all others with the same record. */
async function toPatient(
  db: Db,
  named: readonly NamedCheckup[],
  request: Requested = { partners: [], names: [] },
): Promise<Person> {
  const records = await patients.listPatientsOf(db, {
    checkupIds: named.map(({ id }) => id),
    patientIds: request.patients ?? [],
  });
  const patientIds = records.map(({ id }) => id);
  const linked = await patients.listCheckups(db, patientIds);
  const rows = [...named, ...linked];
  const referrals = await patients.listReferrals(db, {
    patientIds,
    checkupIds: rows.map(({ id }) => id),
    names: request.names,
    partnerIds: request.partners,
  });
  const ids = [...new Set(rows.map(({ id }) => id))];
  const erased = rows.filter((row) => ID.test(row.first_name));
  const people = [...rows, ...records, ...referrals];
  const names = people
    .filter((row) => !ID.test(row.first_name))
    .map((row) => parseName(`${row.first_name} ${row.last_name}`));
  return {
    kind: 'patient',
    pseudonym: erased[0]?.first_name ?? ids[0] ?? patientIds[0] ?? newId(),
    names: [...request.names, ...names].filter((name) => name.length > 0),
    emails: records.map(({ email }) => email).filter(Boolean),
    phones: [...records, ...referrals].map(({ phone }) => phone).filter(Boolean),
    partners: [
      ...new Set([...request.partners, ...[...rows, ...referrals].map((row) => row.partner_id)]),
    ],
    checkups: ids,
    emptiedCheckups: ids,
    patients: patientIds,
    referrals: referrals.map(({ id }) => id),
  };
}

async function findPartnerOrFail(db: Db, partner: string) {
  const row = await people.findPartner(db, accountKey(partner));
  if (!row) throw notFound(`there is no partner ${partner}`);
  return row;
}
