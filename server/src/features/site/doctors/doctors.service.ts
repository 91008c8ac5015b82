import type { Doctor, DoctorQuery } from '@deqiq/contract/site/doctors.ts';
import * as doctorMessages from '@deqiq/messages/site/doctors.js';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import { pictureFileName } from '../../imaging/pictures/pictures.service.ts';
import type { DoctorForm, DoctorFormChanges } from './doctor-changes.ts';
import { applyChanges, type Deps, formPictures, lockRow, notFoundError } from './doctor-changes.ts';
import * as repo from './doctors.repo.ts';

/** `image` is the doctor's picture, `images` are certificates. */

export type DoctorsService = ReturnType<typeof doctorsService>;

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

    async list({ page, limit, name, sort, ids }: DoctorQuery & Selection) {
      const { rows, total } = await repo.list(db, { page, limit, name, sort, ids });
      return { partnerCards: rows.map(present), totalPages: Math.max(1, Math.ceil(total / limit)) };
    },

    async create(actor: Actor, input: DoctorForm, signal?: AbortSignal) {
      const id = newId();
      await pictures.storeAndRun('card', formPictures(input), { actor, signal }, (stored) =>
        db.transaction().execute(async (tx) => {
          const [portrait, ...certificates] = stored.map((picture) => picture.id);
          if (!portrait) throw invalid('image', doctorMessages.imageMissing());
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
      return { partnerCard: await get(id), message: doctorMessages.created() };
    },

    /** Absent fields stay; files of replaced pictures and deleted certificates are deleted. */
    async update(actor: Actor, id: string, input: DoctorFormChanges, signal?: AbortSignal) {
      await get(id);
      if (!input.image && input.existingImageUrl?.trim() === '')
        throw invalid('image', doctorMessages.imageMissing());
      const unusedPictures = await applyChanges(deps, actor, id, input, signal);
      await pictures.deleteFiles(unusedPictures);
      return { partnerCard: await get(id), message: doctorMessages.updated() };
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
      return { message: doctorMessages.deleted() };
    },
  };
}

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
