import type { Db } from '../../platform/db/tables.ts';
import * as checkupsRepo from './checkups.repo.ts';
import * as deletionsRepo from './deletions.repo.ts';
import { contactRemover, nameRemover } from './names.ts';
import * as patientsRepo from './patients.repo.ts';
import * as people from './people.repo.ts';
import type { Person } from './resolve-person.ts';
import * as studiesRepo from './studies.repo.ts';
import * as texts from './texts.repo.ts';

/** The rows and files to be removed or changed; ids only. */
export interface Plan {
  readonly person: Person;
  readonly files: readonly { id: string; size: number }[];
  /** Deleted checkups and files that are removed permanently. */
  readonly deletions: readonly string[];
  /** The checkups of these deletions. */
  readonly deletedCheckups: readonly string[];
  readonly studies: readonly string[];
  readonly cards: readonly { id: string; pictures: readonly string[] }[];
  readonly forms: readonly { table: people.Form; id: string }[];
  readonly texts: readonly texts.Change[];
  /** Checkups of other patients with the same name; not changed. */
  readonly namesakes: readonly string[];
}

/** Finds all data of a person, except the listed rows, and changes nothing. */
export async function buildPlan(
  db: Db,
  person: Person,
  except: ReadonlySet<string>,
): Promise<Plan> {
  const { kind, pseudonym, names, emails, partners, emptiedCheckups: emptied } = person;
  const found = await findDeletions(db, person);
  const deletions = found.map((row) => row.deletion_id);
  const isLeft = (id: string) => !except.has(id);
  const tables = people.forms.filter((form) => isFormFor(kind, form));
  const matches = tables.map(async (table) =>
    (await people.findFormsByName(db, table, names, [...emails])).map((id) => ({ table, id })),
  );
  const cards = kind === 'partner' ? await people.findDoctorsByName(db, names) : [];
  const withoutName = nameRemover(names, pseudonym);
  const withoutContact = contactRemover(person, pseudonym);
  const clean = (text: string) => withoutContact(withoutName(text));
  const sameName = kind === 'patient' ? await checkupsRepo.findCheckupsByName(db, names) : [];
  const deletedCheckups = found.map(({ id }) => id);
  const studies = await studiesRepo.findStudies(db, {
    checkupIds: [...emptied, ...deletedCheckups],
    names: kind === 'patient' ? names : [],
  });
  const leftStudies = studies.filter(isLeft);
  const files = [
    ...(await patientsRepo.listReferralFiles(db, {
      referralIds: person.referrals,
      partnerId: kind === 'partner' && !person.keepsFiles ? pseudonym : undefined,
    })),
    ...(await patientsRepo.listQuestionFiles(db, [
      ...person.checkups,
      ...emptied,
      ...deletedCheckups,
    ])),
    ...(await studiesRepo.listStudyFiles(db, leftStudies)),
    ...(await checkupsRepo.listFiles(db, emptied)),
    ...(await deletionsRepo.listDeletedFiles(db, deletions)),
  ];
  const removed = new Set([
    ...person.patients,
    ...person.referrals,
    ...person.checkups,
    ...leftStudies,
    ...files.map(({ id }) => id),
  ]);
  return {
    person,
    files,
    deletions,
    deletedCheckups,
    studies: leftStudies,
    cards: cards.filter(({ id }) => isLeft(id)),
    forms: (await Promise.all(matches)).flat().filter(({ id }) => isLeft(id)),
    texts: (await texts.findTexts(db, clean, partners)).filter(
      ({ id }) => isLeft(id) && !removed.has(id),
    ),
    namesakes: sameName.map(({ id }) => id).filter((id) => !person.checkups.includes(id)),
  };
}

/** For a partner by its id, unless the files stay; for a patient by checkup and by name. */
async function findDeletions(
  db: Db,
  { kind, pseudonym, checkups, ...person }: Person,
): Promise<{ deletion_id: string; id: string }[]> {
  if (kind === 'partner' && person.keepsFiles) return [];
  const filter =
    kind === 'partner'
      ? { checkups, partner: pseudonym }
      : { checkups, names: person.names, partners: person.partners ?? [] };
  return deletionsRepo.findDeletions(db, filter);
}

/** Patients submit reservations, partners applications; both may send messages. */
const isFormFor = (kind: Person['kind'], form: people.Form) =>
  form !== (kind === 'patient' ? 'partner_applications' : 'reservation_applications');
