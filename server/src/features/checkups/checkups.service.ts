import { randomUUIDv7 } from 'node:crypto';
import {
  type CheckupQuery,
  type CreateCheckup,
  checkupMessages,
  type MergeChunks,
} from '@deqiq/contract/checkups.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import { SHIPMENT_NAME, type ShipmentDetails } from '@deqiq/contract/shipments.ts';
import { toInstants } from '../../platform/db/lists/days.ts';
import type { Db } from '../../platform/db/tables.ts';
import type { TableVersions } from '../../platform/db/versions.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/identity.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { FilesService } from '../files/files.service.ts';
import type { DiskService } from '../health/disk.service.ts';
import type { PartnersService } from '../partners/partners.service.ts';
import type { FinishedFile, UploadsService } from '../uploads/uploads.service.ts';
import { presentCheckup } from './checkups.present.ts';
import * as repo from './checkups.repo.ts';
import {
  attachUploads,
  type ClaimTarget,
  findPreviousResult,
  hashRequest,
  runOnce,
} from './idempotency.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  partners: PartnersService;
  uploads: UploadsService;
  files: FilesService;
  disk: DiskService;
  audit: AuditService;
}

/** A file whose bytes are kept and whose row is not yet written. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  readonly crc32: number;
}

export type CheckupsService = ReturnType<typeof checkupsService>;

/** Examinations and their X-ray files: staff add them, the referring partner sees its own. */
export function checkupsService(deps: Deps) {
  const { db, versions, partners, uploads, files, disk, audit } = deps;
  const notFoundError = () => notFound(checkupMessages.notFound);

  const tablesVersion = versions.memoized('checkups', 'checkup_files', 'partners');
  const listVersion = () => `${tablesVersion()}.${files.linkEpoch()}`;

  const present = (row: repo.CheckupRow, actor: Actor) =>
    presentCheckup(row, (fileRows) => files.present(fileRows, actor.sessionId));

  async function get(actor: Actor, id: string) {
    const row = await repo.find(db, id);
    if (!row) throw notFoundError();
    return present(row, actor);
  }

  /** In the caller's transaction: a commit of its own for the audit would be what finishing takes longest. */
  async function attachFinished(tx: Db, actor: Actor, to: ClaimTarget, finished: FinishedFile[]) {
    await attachUploads(tx, actor, to, finished);
    for (const { id } of finished) await audit.recordEntry(tx, done(actor, 'upload', 'file', id));
  }

  return {
    /** Changes whenever the staff's list would, links and disk strip included. */
    version(): string | Promise<string> {
      const tables = listVersion();
      const stamp = disk.stamp();
      return typeof stamp === 'string' ? `${tables}.${stamp}` : stamp.then((s) => `${tables}.${s}`);
    },

    /** Changes whenever a partner's own list would. */
    ownVersion: () => listVersion(),

    async list(actor: Actor, { page, limit, name, partner, status, ...days }: CheckupQuery) {
      const filter = { owner: partner, status, ...toInstants(days) };
      const { rows, total } = await repo.list(db, { page, limit, name }, filter);
      return {
        checkups: rows.map((row) => present(row, actor)),
        pagination: pagination(page, limit, total),
        diskInfo: await disk.info(),
      };
    },

    async listOwn(actor: Actor, { page, limit }: { page: number; limit: number }) {
      const { rows, total } = await repo.listOfPartner(db, actor.personId, { page, limit });
      return {
        checkups: rows.map((row) => present(row, actor)),
        pagination: pagination(page, limit, total),
      };
    },

    async create(actor: Actor, input: CreateCheckup, signal?: AbortSignal) {
      const requestHash = hashRequest(input);
      const before = () => findPreviousResult(db, actor, input.xrayFiles, requestHash);
      const made = await before();
      if (made) return { checkup: await get(actor, made), message: checkupMessages.created };
      if (!(await partners.exists(input.partner)))
        throw invalid('partner', checkupMessages.partnerMissing);
      const finished = await uploads.finish({ actor, signal }, input.xrayFiles, 'xrayFiles');
      const id = randomUUIDv7();
      const twin = await runOnce(
        () =>
          db.transaction().execute(async (tx) => {
            await repo.insert(tx, {
              id,
              partner_id: input.partner,
              first_name: input.firstName,
              last_name: input.lastName,
              name: input.name,
              description: input.description,
              start_date: input.startDate,
              end_date: input.endDate,
              status: input.status ?? 'completed',
              created_at: new Date().toISOString(),
            });
            await attachFinished(tx, actor, { checkupId: id, requestHash }, finished);
            await audit.recordEntry(tx, done(actor, 'create', 'checkup', id));
          }),
        before,
      );
      return { checkup: await get(actor, twin ?? id), message: checkupMessages.created };
    },

    /** A partner's shipment: one stored file, and what the partner says about it. Staff fill in the rest. */
    async createFromShipment(
      actor: Actor,
      file: StoredFile,
      { firstName, lastName, note }: ShipmentDetails,
    ) {
      const id = randomUUIDv7();
      await db.transaction().execute(async (tx) => {
        const created_at = new Date().toISOString();
        await repo.insert(tx, {
          id,
          partner_id: actor.personId,
          first_name: firstName,
          last_name: lastName,
          name: SHIPMENT_NAME,
          description: note,
          start_date: null,
          end_date: null,
          status: 'pending',
          created_at,
        });
        const { contentType: content_type, ...kept } = file;
        const place = { checkup_id: id, kind: 'file', position: 0 } as const;
        await repo.insertFiles(tx, [{ ...kept, ...place, content_type, created_at }]);
        await audit.recordEntry(tx, done(actor, 'create', 'checkup', id));
      });
      return get(actor, id);
    },

    /** The edit call: what is not sent stays; new X-ray files complete a checkup that was waiting. */
    async attach(actor: Actor, input: MergeChunks, signal?: AbortSignal) {
      const id = input.checkupId;
      const requestHash = hashRequest(input);
      const before = () => findPreviousResult(db, actor, input.files, requestHash);
      const made = await before();
      if (made) return { checkup: await get(actor, made), message: checkupMessages.updated };
      const found = await repo.find(db, id);
      if (!found) throw notFoundError();
      const finished = await uploads.finish({ actor, signal }, input.files, 'files');
      const completes = finished.length > 0 && found.status === 'pending';
      const status = input.status ?? (completes ? 'completed' : undefined);
      await runOnce(
        () =>
          db.transaction().execute(async (tx) => {
            const changes = {
              first_name: input.firstName,
              last_name: input.lastName,
              ...(status && { status }),
              ...(input.name !== undefined && { name: input.name }),
              ...(input.description !== undefined && { description: input.description }),
              ...(input.startDate !== undefined && { start_date: input.startDate }),
              ...(input.endDate !== undefined && { end_date: input.endDate }),
            };
            if (!(await repo.update(tx, id, changes))) throw notFoundError();
            await attachFinished(tx, actor, { checkupId: id, requestHash }, finished);
            await audit.recordEntry(tx, done(actor, 'change', 'checkup', id));
          }),
        before,
      );
      return { checkup: await get(actor, id), message: checkupMessages.updated };
    },
  };
}

const done = (actor: Actor, action: string, object: 'checkup' | 'file', objectId: string) =>
  ({ actor, action, object, objectId, result: 'ok' }) as const;
