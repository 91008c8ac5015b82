import { randomUUIDv7 } from 'node:crypto';
import {
  type Clinic,
  type ClinicChanges,
  type ClinicFields,
  type ClinicQuery,
  clinicMessages,
  DEFAULT_LOCATION,
} from '@deqiq/contract/clinics.ts';
import type { Db } from '../../platform/db/tables.ts';
import type { TableVersions } from '../../platform/db/versions.ts';
import { notFound } from '../../platform/errors.ts';
import type { FormFile } from '../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../platform/http/identity.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type PicturesService, pictureFileName } from '../pictures/pictures.service.ts';
import * as repo from './clinics.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  pictures: PicturesService;
  audit: AuditService;
  now: () => number;
}

export type ClinicsService = ReturnType<typeof clinicsService>;

/** Partner clinics, as visitors see them; staff keep them up to date. */
export function clinicsService({ db, versions, pictures, audit, now }: Deps) {
  const notFoundError = () => notFound(clinicMessages.notFound);

  async function get(id: string): Promise<Clinic> {
    const row = await repo.find(db, id);
    if (!row) throw notFoundError();
    return present(row);
  }

  /** The clinic as it is, and nobody else changes it before the transaction is over. */
  async function lockRow(tx: Db, id: string): Promise<repo.ClinicRow> {
    const row = (await repo.lock(tx, id)) ? await repo.find(tx, id) : undefined;
    if (!row) throw notFoundError();
    return row;
  }

  return {
    /** Changes whenever a list would. */
    version: () => versions.of('clinics'),

    get: async (id: string) => ({ clinic: await get(id) }),

    listAll: async () => ({ clinics: (await repo.listAll(db)).map(present) }),

    async list({ page, limit, name }: ClinicQuery) {
      const { rows, total } = await repo.list(db, { page, limit, name });
      return { clinics: rows.map(present), totalPages: Math.max(1, Math.ceil(total / limit)) };
    },

    async create(
      actor: Actor,
      { image, ...fields }: ClinicFields & { image: FormFile },
      signal?: AbortSignal,
    ) {
      const id = randomUUIDv7();
      const sent = [{ field: 'image', file: image }];
      await pictures.storeAndRun('clinic', sent, { actor, signal }, ([kept]) =>
        db.transaction().execute(async (tx) => {
          if (!kept) throw new Error('a picture was kept without being kept');
          await pictures.attach(tx, [kept]);
          await repo.insert(tx, {
            id,
            ...fields,
            location: fields.location ?? '',
            picture_id: kept.id,
            created_at: new Date(now()).toISOString(),
          });
          await audit.record(tx, actor, 'create', 'clinic', id);
        }),
      );
      return { clinic: await get(id), message: clinicMessages.created };
    },

    /** What is not sent stays; the file of a picture that is replaced goes. */
    async update(
      actor: Actor,
      id: string,
      { image, ...fields }: ClinicChanges & { image?: FormFile | undefined },
      signal?: AbortSignal,
    ) {
      await get(id);
      const sent = image ? [{ field: 'image', file: image }] : [];
      const replaced = await pictures.storeAndRun('clinic', sent, { actor, signal }, ([kept]) =>
        db.transaction().execute(async (tx) => {
          const before = await lockRow(tx, id);
          if (kept) await pictures.attach(tx, [kept]);
          await repo.update(tx, id, {
            title: fields.title ?? before.title,
            phone: fields.phone ?? before.phone,
            instagram: fields.instagram ?? before.instagram,
            location: fields.location ?? before.location,
            picture_id: kept?.id ?? before.picture_id,
          });
          if (kept) await pictures.detach(tx, [before.picture_id]);
          await audit.record(tx, actor, 'change', 'clinic', id);
          return kept ? [before.picture_id] : [];
        }),
      );
      await pictures.deleteFiles(replaced);
      return { clinic: await get(id), message: clinicMessages.updated };
    },

    /** Row first, bytes after: what a crash leaves between the two the sweeper takes. */
    async remove(actor: Actor, id: string) {
      const pictureId = await db.transaction().execute(async (tx) => {
        const { picture_id } = await lockRow(tx, id);
        await repo.remove(tx, id);
        await pictures.detach(tx, [picture_id]);
        await audit.record(tx, actor, 'delete', 'clinic', id);
        return picture_id;
      });
      await pictures.deleteFiles([pictureId]);
      return { message: clinicMessages.deleted };
    },
  };
}

const present = (row: repo.ClinicRow): Clinic => ({
  _id: row.id,
  title: row.title,
  phone: row.phone,
  location: row.location || DEFAULT_LOCATION,
  instagram: row.instagram,
  imageUrl: pictureFileName(row.picture_id),
});
