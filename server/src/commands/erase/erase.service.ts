import { removeDerived, removeImaging } from '../../features/imaging/imaging/imaging.service.ts';
import type { PicturesService } from '../../features/imaging/pictures/pictures.service.ts';
import type { AuditService } from '../../features/operations/audit/audit.service.ts';
import type { Database } from '../../platform/db/database.ts';
import { forgetObjects, listObjectsOfFile } from '../../platform/db/file-objects.ts';
import type { Db } from '../../platform/db/tables.ts';
import type { Storage, StoredEntry } from '../../platform/storage/storage.ts';
import { HOUR, isoNow } from '../../platform/time.ts';
import * as checkupsRepo from './checkups.repo.ts';
import * as deletionsRepo from './deletions.repo.ts';
import { wordRemover } from './names.ts';
import * as patients from './patients.repo.ts';
import * as people from './people.repo.ts';
import { buildPlan, type Plan } from './plan.ts';
import { type Request, resolvePerson } from './resolve-person.ts';
import * as studiesRepo from './studies.repo.ts';
import * as texts from './texts.repo.ts';
import * as traces from './traces.repo.ts';

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
const IDLE_UPLOAD = HOUR;

/** Erases a person: files, contacts and every occurrence of the name. The id and its history remain. */
export function eraseService({ database, storage, pictures, audit, now }: Deps) {
  const { db } = database;

  async function apply(tx: Db, plan: Plan): Promise<void> {
    const { person, cards, forms, texts: changes, files, deletions, deletedCheckups } = plan;
    const { kind, pseudonym: called, names, checkups, emptiedCheckups: emptied } = person;
    if (kind === 'partner') await people.anonymizePartner(tx, called, isoNow(now));
    const clean = wordRemover(names, called);
    for (const id of checkups) await checkupsRepo.anonymizeCheckup(tx, id, { called, clean });
    for (const id of person.patients)
      await patients.anonymizePatient(tx, id, { called, at: isoNow(now) });
    for (const id of person.referrals) await patients.anonymizeReferral(tx, id, called);
    for (const id of person.patients)
      await patients.anonymizeAppointments(tx, 'patient_id', { id, called });
    for (const id of person.referrals)
      await patients.anonymizeAppointments(tx, 'referral_id', { id, called });
    for (const { id } of forms)
      await patients.anonymizeAppointments(tx, 'reservation_id', { id, called });
    const ids = files.map(({ id }) => id);
    await patients.removeReferralFiles(tx, ids);
    await checkupsRepo.markRemoved(tx, ids, isoNow(now));
    await checkupsRepo.removeFiles(tx, emptied);
    await deletionsRepo.removeDeletions(tx, deletions);
    await studiesRepo.removeStudies(tx, plan.studies);
    for (const { table, id } of forms) await people.anonymizeForm(tx, table, id, called);
    for (const { id, pictures } of cards) await people.removeDoctor(tx, id, pictures);
    for (const change of changes) await texts.updateText(tx, change);
    await texts.removeIndexes(tx, changes);
    const ofCheckups = [...checkups, ...emptied, ...deletedCheckups];
    for (const id of await patients.removeReports(tx, ofCheckups))
      await audit.record(tx, null, 'erase', 'diagnostic-report', id);
    await checkupsRepo.removeClaims(tx, [...checkups, ...emptied]);
    const partnerId = kind === 'partner' ? called : undefined;
    const shares = await checkupsRepo.removeShares(tx, {
      checkupIds: [...checkups, ...emptied, ...deletedCheckups],
      partnerId,
    });
    const objectIds = [...forms.map(({ id }) => id), ...shares, ...ids];
    await people.clearAddresses(tx, { partnerId, objectIds });
  }

  /** One audit row per erased record; ids only. */
  async function recordErasure(tx: Db, { person, cards, forms }: Plan): Promise<void> {
    const touched = [
      ...(person.kind === 'partner' ? [['partner', person.pseudonym]] : []),
      ...person.emptiedCheckups.map((id) => ['checkup', id]),
      ...person.patients.map((id) => ['patient', id]),
      ...person.referrals.map((id) => ['referral', id]),
      ...forms.map(({ table, id }) => [table, id]),
      ...cards.map(({ id }) => ['partner-card', id]),
    ];
    for (const [object = '', objectId = ''] of touched)
      await audit.record(tx, null, 'erase', object, objectId);
  }

  return {
    /** Finds all data of the person and changes nothing. Throws 404 if there is no such person. */
    async plan(request: Request, except: readonly string[] = []): Promise<Plan> {
      return buildPlan(db, await resolvePerson(db, request), new Set(except));
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
        plan = await buildPlan(db, first.person, new Set(except));
      }
      await removeIdleUploads(storage, now() - IDLE_UPLOAD);
      await traces.removeTraces(database);
    },
  };

  async function deleteBytes({ files, cards }: Plan): Promise<void> {
    for (const { id } of files) {
      await storage.remove(`files/${id}`);
      await storage.remove(`lost/files/${id}`);
      for (const object of await listObjectsOfFile(db, id)) {
        await storage.remove(`files/${object}`);
        await storage.remove(`lost/files/${object}`);
      }
      await forgetObjects(db, id);
      await storage.remove(`previews/${id}`);
      await removeImaging({ db, storage }, [id]);
      await checkupsRepo.unmarkRemoved(db, id);
    }
    await removeDerived(storage, new Set(files.map(({ id }) => id)));
    await pictures.deleteFiles(cards.flatMap((card) => card.pictures));
  }
}

/** Unfinished uploads have no owner record, so abandoned ones are removed now instead of after a day. */
async function removeIdleUploads(storage: Storage, untouchedSince: number): Promise<void> {
  const keys: StoredEntry['key'][] = [];
  for await (const { key } of storage.list('files', 'unfinished')) keys.push(key);
  for (const key of keys) await storage.remove(key, untouchedSince);
}

const isLeft = ({ files, cards, forms, texts, deletions, studies }: Plan) =>
  files.length + studies.length + cards.length + forms.length + texts.length + deletions.length > 0;
