import {
  type DerivedName,
  imagingSummary,
  listDerivedNames,
} from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { Derivation } from '../../../platform/media/derivation.ts';
import { MAX_DERIVED } from '../../../platform/media/limits.ts';
import type { Storage, StorageKey } from '../../../platform/storage/storage.ts';
import type * as generations from './generations.repo.ts';
import * as repo from './imaging.repo.ts';

export const derivedKey = (id: string, generation: string, name: DerivedName): StorageKey =>
  `derived/${id}_${generation}_${name}`;

/** The part of a derived object's name that names its file and generation. */
export const derivedOwner = (objectName: string): string =>
  objectName.slice(0, objectName.indexOf('_', objectName.indexOf('_') + 1));

/** Bytes that the derived objects of a file may have: a small file must not fill the disk. */
export const maxDerived = ({ size }: repo.StoredFile): number =>
  Math.min(MAX_DERIVED.bytes, MAX_DERIVED.slack + MAX_DERIVED.ratio * size);

interface Result {
  readonly derivation: Derivation;
  readonly generation: string;
  /** ISO text. */
  readonly at: string;
}

/** Returns false where the file has been removed permanently, or has other bytes: another job derives those. */
export async function publish(
  tx: Db,
  { id, crc32 }: repo.LocatedFile,
  { derivation, generation, at }: Result,
): Promise<boolean> {
  if (!(await repo.lock(tx, id)) || (await repo.findFile(tx, id))?.crc32 !== crc32) return false;
  const { state, kind, summary, description } = derivation;
  const isStored = await repo.update(tx, id, {
    state,
    // The check of the column lists the older kinds. Beside nodes of an older release, none of them may fail at a list.
    kind: kind === 'surface' ? null : kind,
    summary: JSON.stringify(summary),
    failure: null,
    generation: state === 'ready' ? generation : null,
    updated_at: at,
  });
  if (!isStored || !description) return isStored;
  // The description of all files of an archive replaces that of its first one.
  await repo.describePatient(tx, [id], toPatientColumns(description));
  await repo.replaceHeader(tx, id, description);
  return isStored;
}

export const toPatientColumns = (patient: DescribedPatient): repo.PatientColumns => ({
  patient_name: patient.patientName,
  birth_date: patient.birthDate,
  sex: patient.sex,
  patient_id: patient.patientId,
});

/** Removes the derived objects that a row names; a sweep removes those that fail. Never rejects. */
export async function removeGeneration(
  storage: Storage,
  row: generations.Generation | undefined,
): Promise<void> {
  if (!row?.generation) return;
  const { others = [] } = imagingSummary.parse(JSON.parse(row.summary));
  await removeObjects(storage, row.file_id, row.generation, listDerivedNames(1 + others.length));
}

export async function removeObjects(
  storage: Storage,
  id: string,
  generation: string,
  names: Iterable<DerivedName>,
): Promise<void> {
  await Promise.allSettled(
    Array.from(names, (name) => storage.remove(derivedKey(id, generation, name))),
  );
}
