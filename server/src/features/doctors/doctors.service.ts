import { randomUUIDv7 } from 'node:crypto';
import {
  type Doctor,
  type DoctorChanges,
  type DoctorFields,
  type DoctorQuery,
  doctorMessages,
} from '@deqiq/contract/doctors.ts';
import { MAX_CERTIFICATES } from '@deqiq/contract/pictures.ts';
import type { Db } from '../../platform/db/tables.ts';
import type { TableVersions } from '../../platform/db/versions.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { FormFile } from '../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../platform/http/identity.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type PicturesService, pictureFileName } from '../pictures/pictures.service.ts';
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

/** Cards of partner doctors, as visitors see them; staff keep them up to date. */
export function doctorsService({ db, versions, pictures, audit, now }: Deps) {
  const notFoundError = () => notFound(doctorMessages.notFound);

  async function get(id: string): Promise<Doctor> {
    const row = await repo.find(db, id);
    if (!row) throw notFoundError();
    return present(row);
  }

  /** The card as it is, and nobody else changes it before the transaction is over. */
  async function lockRow(tx: Db, id: string): Promise<repo.DoctorRow> {
    const row = (await repo.lock(tx, id)) ? await repo.find(tx, id) : undefined;
    if (!row) throw notFoundError();
    return row;
  }

  return {
    /** Changes whenever a list would: nobody touches certificates without holding their card. */
    version: () => versions.of('partner_cards'),

    get: async (id: string) => ({ partnerCard: await get(id) }),

    listAll: async () => ({ partnerCards: (await repo.listAll(db)).map(present) }),

    async list({ page, limit, name }: DoctorQuery) {
      const { rows, total } = await repo.list(db, { page, limit, name });
      return { partnerCards: rows.map(present), totalPages: Math.max(1, Math.ceil(total / limit)) };
    },

    async create(actor: Actor, input: DoctorForm, signal?: AbortSignal) {
      const id = randomUUIDv7();
      await pictures.storeAndRun('card', formPictures(input), { actor, signal }, (kept) =>
        db.transaction().execute(async (tx) => {
          const [portrait, ...certificates] = kept.map((picture) => picture.id);
          if (!portrait) throw invalid('image', doctorMessages.imageMissing);
          await pictures.attach(tx, kept);
          await repo.insert(tx, {
            id,
            first_name: input.firstName,
            last_name: input.lastName,
            phone: input.phone,
            clinic_name: input.clinicName,
            instagram: input.instagram,
            picture_id: portrait,
            created_at: new Date(now()).toISOString(),
          });
          await repo.addImages(tx, id, certificates);
          await audit.record(tx, actor, 'create', 'partner-card', id);
        }),
      );
      return { partnerCard: await get(id), message: doctorMessages.created };
    },

    /** What is not sent stays; files of a replaced picture and of deleted certificates go. */
    async update(actor: Actor, id: string, input: DoctorFormChanges, signal?: AbortSignal) {
      await get(id);
      if (!input.image && input.existingImageUrl?.trim() === '')
        throw invalid('image', doctorMessages.imageMissing);
      const given = await pictures.storeAndRun(
        'card',
        formPictures(input),
        { actor, signal },
        (kept) =>
          db.transaction().execute(async (tx) => {
            const before = await lockRow(tx, id);
            const ids = kept.map((picture) => picture.id);
            const portrait = input.image ? ids.shift() : undefined;
            const deleted = before.images.filter((image) =>
              input.deletedImageUrls.includes(pictureFileName(image)),
            );
            if (before.images.length - deleted.length + ids.length > MAX_CERTIFICATES)
              throw invalid('images', doctorMessages.tooManyCertificates);
            await pictures.attach(tx, kept);
            await repo.update(tx, id, mergeChanges(before, input, portrait));
            await repo.removeImages(tx, id, deleted);
            await repo.addImages(tx, id, ids);
            const gone = portrait ? [before.picture_id, ...deleted] : deleted;
            await pictures.detach(tx, gone);
            await audit.record(tx, actor, 'change', 'partner-card', id);
            return gone;
          }),
      );
      await pictures.deleteFiles(given);
      return { partnerCard: await get(id), message: doctorMessages.updated };
    },

    /** Rows first, bytes after: what a crash leaves between the two the sweeper takes. */
    async remove(actor: Actor, id: string) {
      const given = await db.transaction().execute(async (tx) => {
        const { picture_id, images } = await lockRow(tx, id);
        await repo.remove(tx, id);
        await pictures.detach(tx, [picture_id, ...images]);
        await audit.record(tx, actor, 'delete', 'partner-card', id);
        return [picture_id, ...images];
      });
      await pictures.deleteFiles(given);
      return { message: doctorMessages.deleted };
    },
  };
}

/** The pictures of a form: the doctor's own first, where there is one. */
const formPictures = ({ image, images }: { image?: FormFile | undefined; images: FormFile[] }) => [
  ...(image ? [{ field: 'image', file: image }] : []),
  ...images.map((file) => ({ field: 'images', file })),
];

const mergeChanges = (
  before: repo.DoctorRow,
  input: DoctorChanges,
  portrait: string | undefined,
) => ({
  first_name: input.firstName ?? before.first_name,
  last_name: input.lastName ?? before.last_name,
  phone: input.phone ?? before.phone,
  clinic_name: input.clinicName ?? before.clinic_name,
  instagram: input.instagram ?? before.instagram,
  picture_id: portrait ?? before.picture_id,
});

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
