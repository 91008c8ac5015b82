import { MAX_CERTIFICATES } from '@deqiq/contract/imaging/pictures.ts';
import {
  type Doctor,
  type DoctorChanges,
  type DoctorFields,
  type DoctorQuery,
  doctorMessages,
} from '@deqiq/contract/site/doctors.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import { type PicturesService, pictureFileName } from '../../imaging/pictures/pictures.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './doctors.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  pictures: PicturesService;
  audit: AuditService;
  now: () => number;
}

/** `image` is the doctor's picture, `images` are certificates. */
export type DoctorForm = DoctorFields & { image: FormFile; images: FormFile[] };
export type DoctorFormChanges = DoctorChanges & {
  image?: FormFile | undefined;
  images: FormFile[];
};

export type DoctorsService = ReturnType<typeof doctorsService>;

/** Partner doctors on the public site, maintained by staff. */
export function doctorsService(deps: Deps) {
  const { db, versions, pictures, audit, now } = deps;

  async function get(id: string): Promise<Doctor> {
    const row = await repo.find(db, id);
    if (!row) throw notFoundError();
    return present(row);
  }

  return {
    /** Changes whenever a list would: certificates change only together with their doctor. */
    version: () => versions.of('partner_cards'),

    get: async (id: string) => ({ partnerCard: await get(id) }),

    listAll: async () => ({ partnerCards: (await repo.listAll(db)).map(present) }),

    async list({ page, limit, name }: DoctorQuery) {
      const { rows, total } = await repo.list(db, { page, limit, name });
      return { partnerCards: rows.map(present), totalPages: Math.max(1, Math.ceil(total / limit)) };
    },

    async create(actor: Actor, input: DoctorForm, signal?: AbortSignal) {
      const id = newId();
      await pictures.storeAndRun('card', formPictures(input), { actor, signal }, (stored) =>
        db.transaction().execute(async (tx) => {
          const [portrait, ...certificates] = stored.map((picture) => picture.id);
          if (!portrait) throw invalid('image', doctorMessages.imageMissing);
          await pictures.attach(tx, stored);
          await repo.insert(tx, {
            id,
            first_name: input.firstName,
            last_name: input.lastName,
            phone: input.phone,
            clinic_name: input.clinicName,
            instagram: input.instagram,
            picture_id: portrait,
            created_at: isoNow(now),
          });
          await repo.addImages(tx, id, certificates);
          await audit.record(tx, actor, 'create', 'partner-card', id);
        }),
      );
      return { partnerCard: await get(id), message: doctorMessages.created };
    },

    /** Absent fields stay; files of replaced pictures and deleted certificates are deleted. */
    async update(actor: Actor, id: string, input: DoctorFormChanges, signal?: AbortSignal) {
      await get(id);
      if (!input.image && input.existingImageUrl?.trim() === '')
        throw invalid('image', doctorMessages.imageMissing);
      const unusedPictures = await applyChanges(deps, actor, id, input, signal);
      await pictures.deleteFiles(unusedPictures);
      return { partnerCard: await get(id), message: doctorMessages.updated };
    },

    /** Rows first, files afterwards: after a crash in between, a sweep removes the files. */
    async remove(actor: Actor, id: string) {
      const unusedPictures = await db.transaction().execute(async (tx) => {
        const { picture_id, images } = await lockRow(tx, id);
        await repo.remove(tx, id);
        await pictures.detach(tx, [picture_id, ...images]);
        await audit.record(tx, actor, 'delete', 'partner-card', id);
        return [picture_id, ...images];
      });
      await pictures.deleteFiles(unusedPictures);
      return { message: doctorMessages.deleted };
    },
  };
}

/** Reads the doctor and locks the row until the transaction ends. */
async function lockRow(tx: Db, id: string): Promise<repo.DoctorRow> {
  const row = (await repo.lock(tx, id)) ? await repo.find(tx, id) : undefined;
  if (!row) throw notFoundError();
  return row;
}

/** Returns the ids of the pictures that the doctor no longer has. */
const applyChanges = (
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
        throw invalid('images', doctorMessages.tooManyCertificates);
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
const formPictures = ({ image, images }: { image?: FormFile | undefined; images: FormFile[] }) => [
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

const notFoundError = () => notFound(doctorMessages.notFound);

const present = (row: repo.DoctorRow): Doctor => ({
  _id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  clinicName: row.clinic_name,
  instagram: row.instagram,
  imageUrl: pictureFileName(row.picture_id),
  imageUrls: row.images.map(pictureFileName),
});
