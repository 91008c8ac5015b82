import type {
  Clinic,
  ClinicChanges,
  ClinicFields,
  ClinicQuery,
} from '@deqiq/contract/site/clinics.ts';
import * as clinicMessages from '@deqiq/messages/site/clinics.js';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { notFound } from '../../../platform/errors.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import { type PicturesService, pictureFileName } from '../../imaging/pictures/pictures.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './clinics.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  pictures: PicturesService;
  audit: AuditService;
  now: () => number;
}

type ClinicFormChanges = ClinicChanges & { image?: FormFile | undefined };

export type ClinicsService = ReturnType<typeof clinicsService>;

export function clinicsService(deps: Deps) {
  const { db, versions, pictures, audit, now } = deps;

  async function get(id: string): Promise<Clinic> {
    const row = await repo.find(db, id);
    if (!row) throw notFoundError();
    return present(row);
  }

  return {
    /** Changes whenever a list would. */
    version: () => versions.of('clinics'),

    get: async (id: string) => ({ clinic: await get(id) }),

    listAll: async () => ({ clinics: (await repo.listAll(db)).map(present) }),

    async list({ page, limit, name, sort, ids }: ClinicQuery & Selection) {
      const { rows, total } = await repo.list(db, { page, limit, name, sort, ids });
      return { clinics: rows.map(present), totalPages: Math.max(1, Math.ceil(total / limit)) };
    },

    async create(
      actor: Actor,
      { image, ...fields }: ClinicFields & { image: FormFile },
      signal?: AbortSignal,
    ) {
      const id = newId();
      const sent = [{ field: 'image', file: image }];
      await pictures.storeAndRun('clinic', sent, { actor, signal }, ([stored]) =>
        db.transaction().execute(async (tx) => {
          if (!stored) throw new Error('no picture was stored');
          await pictures.attach(tx, [stored]);
          await repo.insert(tx, {
            id,
            ...fields,
            location: fields.location ?? '',
            picture_id: stored.id,
            created_at: isoNow(now),
          });
          await audit.record(tx, actor, 'create', 'clinic', id);
        }),
      );
      return { clinic: await get(id), message: clinicMessages.created() };
    },

    /** Absent fields stay; files of a replaced picture are deleted. */
    async update(actor: Actor, id: string, input: ClinicFormChanges, signal?: AbortSignal) {
      await get(id);
      await pictures.deleteFiles(await applyChanges(deps, actor, id, input, signal));
      return { clinic: await get(id), message: clinicMessages.updated() };
    },

    /** Row first, files afterwards: after a crash in between, a sweep removes the files. */
    async remove(actor: Actor, id: string) {
      const pictureId = await db.transaction().execute(async (tx) => {
        const { picture_id } = await lockRow(tx, id);
        await repo.remove(tx, id);
        await pictures.detach(tx, [picture_id]);
        await audit.record(tx, actor, 'delete', 'clinic', id);
        return picture_id;
      });
      await pictures.deleteFiles([pictureId]);
      return { message: clinicMessages.deleted() };
    },
  };
}

/** Returns the id of the replaced picture, if there is one. */
const applyChanges = (
  { db, pictures, audit }: Deps,
  actor: Actor,
  id: string,
  { image, ...fields }: ClinicFormChanges,
  signal: AbortSignal | undefined,
): Promise<string[]> => {
  const sent = image ? [{ field: 'image', file: image }] : [];
  return pictures.storeAndRun('clinic', sent, { actor, signal }, ([stored]) =>
    db.transaction().execute(async (tx) => {
      const existing = await lockRow(tx, id);
      if (stored) await pictures.attach(tx, [stored]);
      await repo.update(tx, id, {
        title: fields.title ?? existing.title,
        phone: fields.phone ?? existing.phone,
        instagram: fields.instagram ?? existing.instagram,
        location: fields.location ?? existing.location,
        picture_id: stored?.id ?? existing.picture_id,
      });
      if (stored) await pictures.detach(tx, [existing.picture_id]);
      await audit.record(tx, actor, 'change', 'clinic', id);
      return stored ? [existing.picture_id] : [];
    }),
  );
};

async function lockRow(tx: Db, id: string): Promise<repo.ClinicRow> {
  const row = (await repo.lock(tx, id)) ? await repo.find(tx, id) : undefined;
  if (!row) throw notFoundError();
  return row;
}

const notFoundError = () => notFound(clinicMessages.notFound());

const present = (row: repo.ClinicRow): Clinic => ({
  _id: row.id,
  title: row.title,
  phone: row.phone,
  location: row.location || clinicMessages.defaultLocation(),
  instagram: row.instagram,
  imageUrl: pictureFileName(row.picture_id),
});
