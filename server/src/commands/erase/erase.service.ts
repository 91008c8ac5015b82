import { randomUUIDv7 } from 'node:crypto';
import type { AuditService } from '../../features/audit/audit.service.ts';
import type { PicturesService } from '../../features/pictures/pictures.service.ts';
import { accountKey } from '../../platform/credentials.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Db } from '../../platform/db/tables.ts';
import { notFound } from '../../platform/errors.ts';
import type { Storage, StoredEntry } from '../../platform/storage/storage.ts';
import {
  contactRemover,
  isSameName,
  type Name,
  nameRemover,
  parseName,
  wordRemover,
} from './names.ts';
import * as people from './people.repo.ts';
import * as texts from './texts.repo.ts';
import * as traces from './traces.repo.ts';

/** The person to erase. */
export type Request =
  | { readonly kind: 'partner'; readonly partner: string; readonly keepFiles: boolean }
  | { readonly kind: 'patient'; readonly checkups: readonly string[] }
  /** Without a partner: a person who only submitted forms. */
  | { readonly kind: 'patient'; readonly name: string; readonly partner?: string };

/** What the database contains about the person. */
interface Person {
  readonly kind: 'partner' | 'patient';
  /** Replaces the name. */
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

/** What will be removed and changed; ids only. */
export interface Plan {
  readonly person: Person;
  readonly files: readonly { id: string; size: number }[];
  /** Deleted checkups and files that are removed permanently. */
  readonly deletions: readonly string[];
  readonly cards: readonly { id: string; pictures: readonly string[] }[];
  readonly forms: readonly { table: people.Form; id: string }[];
  readonly texts: readonly texts.Change[];
  /** Checkups of other patients with the same name; not changed. */
  readonly namesakes: readonly string[];
}

interface Deps {
  database: Database;
  storage: Storage;
  pictures: Pick<PicturesService, 'deleteFiles'>;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

/** The next pass finds texts written during the previous one. */
const MAX_PASSES = 5;

/** Milliseconds after the last chunk until an unfinished upload counts as abandoned. */
const IDLE_UPLOAD = 60 * 60_000;

/** Erases a person: files, contacts and every occurrence of the name. The id and its history remain. */
export function eraseService({ database, storage, pictures, audit, now }: Deps) {
  const { db } = database;

  async function buildPlan(person: Person, except: ReadonlySet<string>): Promise<Plan> {
    const { kind, pseudonym: called, names, emails, partners, emptiedCheckups: emptied } = person;
    const deletions = await findDeletions(person);
    const isLeft = (id: string) => !except.has(id);
    const tables = people.forms.filter((form) => isFormFor(kind, form));
    const found = tables.map(async (table) =>
      (await people.findFormsByName(db, table, names, [...emails])).map((id) => ({ table, id })),
    );
    const cards = kind === 'partner' ? await people.findDoctorsByName(db, names) : [];
    const withoutName = nameRemover(names, called);
    const withoutContact = contactRemover(person, called);
    const clean = (text: string) => withoutContact(withoutName(text));
    const same = kind === 'patient' ? await people.findCheckupsByName(db, names) : [];
    return {
      person,
      files: [
        ...(await people.listFiles(db, emptied)),
        ...(await people.listDeletedFiles(db, deletions)),
      ],
      deletions,
      cards: cards.filter(({ id }) => isLeft(id)),
      forms: (await Promise.all(found)).flat().filter(({ id }) => isLeft(id)),
      texts: (await texts.findTexts(db, clean, partners)).filter(
        ({ id }) => isLeft(id) && !person.checkups.includes(id),
      ),
      namesakes: same.map(({ id }) => id).filter((id) => !person.checkups.includes(id)),
    };
  }

  /** For a partner by its id, unless the files stay; for a patient by checkup and by name. */
  async function findDeletions({
    kind,
    pseudonym: called,
    checkups,
    ...person
  }: Person): Promise<string[]> {
    if (kind === 'partner' && person.keepsFiles) return [];
    const of =
      kind === 'partner'
        ? { checkups, partner: called }
        : { checkups, names: person.names, partners: person.partners ?? [] };
    const found = await people.findDeletions(db, of);
    return found.map((row) => row.deletion_id);
  }

  async function apply(tx: Db, plan: Plan): Promise<void> {
    const { person, cards, forms, texts: found, files, deletions } = plan;
    const { kind, pseudonym: called, names, checkups, emptiedCheckups: emptied } = person;
    if (kind === 'partner')
      await people.anonymizePartner(tx, called, new Date(now()).toISOString());
    const clean = wordRemover(names, called);
    for (const id of checkups) await people.anonymizeCheckup(tx, id, { called, clean });
    const ids = files.map(({ id }) => id);
    await people.markRemoved(tx, ids, new Date(now()).toISOString());
    await people.removeFiles(tx, emptied);
    await people.removeDeletions(tx, deletions);
    for (const { table, id } of forms) await people.anonymizeForm(tx, table, id, called);
    for (const { id, pictures } of cards) await people.removeDoctor(tx, id, pictures);
    for (const change of found) await texts.updateText(tx, change);
    await people.removeClaims(tx, [...checkups, ...emptied]);
    const partnerId = kind === 'partner' ? called : undefined;
    await people.clearAddresses(tx, { partnerId, formIds: forms.map(({ id }) => id) });
  }

  /** One audit row per erased record; ids only. */
  async function recordErasure(tx: Db, { person, cards, forms }: Plan): Promise<void> {
    const touched = [
      ...(person.kind === 'partner' ? [['partner', person.pseudonym]] : []),
      ...person.emptiedCheckups.map((id) => ['checkup', id]),
      ...forms.map(({ table, id }) => [table, id]),
      ...cards.map(({ id }) => ['partner-card', id]),
    ];
    for (const [object = '', objectId = ''] of touched)
      await audit.record(tx, null, 'erase', object, objectId);
  }

  return {
    /** Finds all data of the person and changes nothing. Throws 404 if there is no such person. */
    async plan(request: Request, except: readonly string[] = []): Promise<Plan> {
      return buildPlan(await resolvePerson(db, request), new Set(except));
    },

    /** Changes rows, then removes files, then overwrites traces. Repeatable after an interruption. */
    async execute(first: Plan, except: readonly string[] = []): Promise<void> {
      await traces.enableSecureDelete(database);
      let plan = first;
      for (let pass = 1; pass <= MAX_PASSES && (pass === 1 || isLeft(plan)); pass += 1) {
        await db.transaction().execute(async (tx) => {
          await apply(tx, plan);
          if (pass === 1) await recordErasure(tx, plan);
        });
        await deleteBytes(plan);
        plan = await buildPlan(first.person, new Set(except));
      }
      await removeIdleUploads(storage, now() - IDLE_UPLOAD);
      await traces.removeTraces(database);
    },
  };

  async function deleteBytes({ files, cards }: Plan): Promise<void> {
    for (const { id } of files) {
      await storage.remove(`files/${id}`);
      await storage.remove(`lost/files/${id}`);
      await storage.remove(`previews/${id}`);
      await people.unmarkRemoved(db, id);
    }
    await pictures.deleteFiles(cards.flatMap((card) => card.pictures));
  }
}

/** Unfinished uploads have no owner record, so abandoned ones are removed now instead of after a day. */
async function removeIdleUploads(storage: Storage, untouchedSince: number): Promise<void> {
  const keys: StoredEntry['key'][] = [];
  for await (const { key } of storage.list('files', 'unfinished')) keys.push(key);
  for (const key of keys) await storage.remove(key, untouchedSince);
}

const isLeft = ({ files, cards, forms, texts, deletions }: Plan) =>
  files.length + cards.length + forms.length + texts.length + deletions.length > 0;

/** Patients submit reservations, partners applications; both may send messages. */
const isFormFor = (kind: Person['kind'], form: people.Form) =>
  form !== (kind === 'patient' ? 'partner_applications' : 'reservation_applications');

async function resolvePerson(db: Db, request: Request): Promise<Person> {
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
  const checkups = keepFiles ? [] : (await people.listPartnerCheckups(db, id)).map((row) => row.id);
  const names = first_name === id ? [] : [parseName(`${first_name} ${last_name}`)];
  const contacts = { emails: [email], phones: [phone] };
  return {
    ...{
      kind: 'partner',
      pseudonym: id,
      names,
      ...contacts,
      checkups: [],
      emptiedCheckups: checkups,
    },
    keepsFiles: keepFiles,
  };
}

async function resolveByCheckups(db: Db, ids: readonly string[]): Promise<Person> {
  const deleted = await people.findDeletions(db, { checkups: ids });
  const rows = [...(await people.findCheckups(db, ids)), ...deleted];
  const unknown = ids.find((id) => rows.every((row) => row.id !== id));
  if (unknown) throw notFound(`there is no checkup ${unknown}`);
  return toPatient(rows);
}

async function resolveByName(
  db: Db,
  { name, partner }: { name: string; partner?: string },
): Promise<Person> {
  const wanted = parseName(name);
  if (partner === undefined) return toPatient([], { partners: [], names: [wanted] });
  const { id } = await findPartnerOrFail(db, partner);
  const of = { checkups: [], names: [wanted], partners: [id] };
  const rows = [
    ...(await people.findCheckupsByName(db, [wanted], id)),
    ...(await people.findDeletions(db, of)),
  ];
  const named = rows.filter((row) =>
    isSameName(wanted, parseName(`${row.first_name} ${row.last_name}`)),
  );
  return toPatient(named, { partners: [id], names: [wanted] });
}

/** The pseudonym of a person erased before. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface NamedCheckup {
  readonly id: string;
  readonly partner_id: string;
  readonly first_name: string;
  readonly last_name: string;
}

function toPatient(
  rows: readonly NamedCheckup[],
  known: { partners: readonly string[]; names: readonly Name[] } = { partners: [], names: [] },
): Person {
  const ids = [...new Set(rows.map(({ id }) => id))];
  const erased = rows.filter((row) => ID.test(row.first_name));
  const names = rows
    .filter((row) => !erased.includes(row))
    .map((row) => parseName(`${row.first_name} ${row.last_name}`));
  return {
    kind: 'patient',
    pseudonym: erased[0]?.first_name ?? ids[0] ?? randomUUIDv7(),
    names: [...known.names, ...names].filter((name) => name.length > 0),
    emails: [],
    phones: [],
    partners: [...new Set([...known.partners, ...rows.map((row) => row.partner_id)])],
    checkups: ids,
    emptiedCheckups: ids,
  };
}

async function findPartnerOrFail(db: Db, partner: string) {
  const found = await people.findPartner(db, accountKey(partner));
  if (!found) throw notFound(`there is no partner ${partner}`);
  return found;
}
