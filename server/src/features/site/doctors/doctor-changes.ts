import { MAX_CERTIFICATES } from '@deqiq/contract/imaging/pictures.ts';
import type { DoctorChanges, DoctorFields } from '@deqiq/contract/site/doctors.ts';
import * as doctorMessages from '@deqiq/messages/site/doctors.js';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { type PicturesService, pictureFileName } from '../../imaging/pictures/pictures.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './doctors.repo.ts';

export type DoctorForm = DoctorFields & { image: FormFile; images: FormFile[] };
export type DoctorFormChanges = DoctorChanges & {
  image?: FormFile | undefined;
  images: FormFile[];
};

export interface Deps {
  db: Db;
  versions: TableVersions;
  pictures: PicturesService;
  audit: AuditService;
  now: () => number;
}

/** Reads the doctor and locks the row until the transaction ends. */
export async function lockRow(tx: Db, id: string): Promise<repo.DoctorRow> {
  const row = (await repo.lock(tx, id)) ? await repo.find(tx, id) : undefined;
  if (!row) throw notFoundError();
  return row;
}

/** Returns the ids of the pictures that the doctor no longer has. */
export const applyChanges = (
  { db, pictures, audit }: Deps,
  actor: Actor,
  id: string,
  input: DoctorFormChanges,
  signal: AbortSignal | undefined,
): Promise<string[]> =>
  pictures.storeAndRun('card', formPictures(input), { actor, signal }, (stored) =>
    db.transaction().execute(async (tx) => {
      const existing = await lockRow(tx, id);
      const ids = stored.map((picture) => picture.id);
      const portrait = input.image ? ids.shift() : undefined;
      const deleted = existing.images.filter((image) =>
        input.deletedImageUrls.includes(pictureFileName(image)),
      );
      if (existing.images.length - deleted.length + ids.length > MAX_CERTIFICATES)
        throw invalid('images', doctorMessages.tooManyCertificates({ max: MAX_CERTIFICATES }));
      await pictures.attach(tx, stored);
      await repo.update(tx, id, mergeChanges(existing, input, portrait));
      await repo.removeImages(tx, id, deleted);
      await repo.addImages(tx, id, ids);
      const unused = portrait ? [existing.picture_id, ...deleted] : deleted;
      await pictures.detach(tx, unused);
      await audit.record(tx, actor, 'change', 'partner-card', id);
      return unused;
    }),
  );

/** The pictures of a form: first the doctor's portrait, if present. */
export const formPictures = ({
  image,
  images,
}: {
  image?: FormFile | undefined;
  images: FormFile[];
}) => [
  ...(image ? [{ field: 'image', file: image }] : []),
  ...images.map((file) => ({ field: 'images', file })),
];

const mergeChanges = (
  existing: repo.DoctorRow,
  input: DoctorChanges,
  portrait: string | undefined,
) => ({
  first_name: input.firstName ?? existing.first_name,
  last_name: input.lastName ?? existing.last_name,
  phone: input.phone ?? existing.phone,
  clinic_name: input.clinicName ?? existing.clinic_name,
  instagram: input.instagram ?? existing.instagram,
  picture_id: portrait ?? existing.picture_id,
});

export const notFoundError = () => notFound(doctorMessages.notFound());
