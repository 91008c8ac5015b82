import { accountKey } from '../../platform/credentials.ts';
import type { Db } from '../../platform/db/tables.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import * as checkupsRepo from './checkups.repo.ts';
import * as deletionsRepo from './deletions.repo.ts';
import { isSameName, type Name, parseName } from './names.ts';
import * as people from './people.repo.ts';

/** The person to erase. */
export type Request =
  | { readonly kind: 'partner'; readonly partner: string; readonly keepFiles: boolean }
  | { readonly kind: 'patient'; readonly checkups: readonly string[] }
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
  /** Whether a partner's files stay, deleted ones included. */
  readonly keepsFiles?: boolean;
}

/** Throws 404 for an unknown partner or checkup. */
export async function resolvePerson(db: Db, request: Request): Promise<Person> {
  if (request.kind === 'partner') return resolvePartner(db, request);
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
    keepsFiles: keepFiles,
  };
}

async function resolveByCheckups(db: Db, ids: readonly string[]): Promise<Person> {
  const deleted = await deletionsRepo.findDeletions(db, { checkups: ids });
  const rows = [...(await checkupsRepo.findCheckups(db, ids)), ...deleted];
  const unknown = ids.find((id) => rows.every((row) => row.id !== id));
  if (unknown) throw notFound(`there is no checkup ${unknown}`);
  return toPatient(rows);
}

async function resolveByName(
  db: Db,
  { name, partner }: { name: string; partner?: string },
): Promise<Person> {
  const requested = parseName(name);
  if (partner === undefined) return toPatient([], { partners: [], names: [requested] });
  const { id } = await findPartnerOrFail(db, partner);
  const filter = { checkups: [], names: [requested], partners: [id] };
  const rows = [
    ...(await checkupsRepo.findCheckupsByName(db, [requested], id)),
    ...(await deletionsRepo.findDeletions(db, filter)),
  ];
  const named = rows.filter((row) =>
    isSameName(requested, parseName(`${row.first_name} ${row.last_name}`)),
  );
  return toPatient(named, { partners: [id], names: [requested] });
}

/** The name of a patient who was erased before is an id. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface NamedCheckup {
  readonly id: string;
  readonly partner_id: string;
  readonly first_name: string;
  readonly last_name: string;
}

function toPatient(
  rows: readonly NamedCheckup[],
  request: { partners: readonly string[]; names: readonly Name[] } = { partners: [], names: [] },
): Person {
  const ids = [...new Set(rows.map(({ id }) => id))];
  const erased = rows.filter((row) => ID.test(row.first_name));
  const names = rows
    .filter((row) => !erased.includes(row))
    .map((row) => parseName(`${row.first_name} ${row.last_name}`));
  return {
    kind: 'patient',
    pseudonym: erased[0]?.first_name ?? ids[0] ?? newId(),
    names: [...request.names, ...names].filter((name) => name.length > 0),
    emails: [],
    phones: [],
    partners: [...new Set([...request.partners, ...rows.map((row) => row.partner_id)])],
    checkups: ids,
    emptiedCheckups: ids,
  };
}

async function findPartnerOrFail(db: Db, partner: string) {
  const row = await people.findPartner(db, accountKey(partner));
  if (!row) throw notFound(`there is no partner ${partner}`);
  return row;
}
