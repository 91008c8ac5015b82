import { randomUUIDv7 } from 'node:crypto';
import { type CreateCheckup, checkupMessages, type MergeChunks } from '@deqiq/contract/checkups.ts';
import { SHIPMENT_NAME, type ShipmentDetails } from '@deqiq/contract/shipments.ts';
import type { Db } from '../../platform/db/tables.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/identity.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { ImagingService } from '../imaging/imaging.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { PartnersService } from '../partners/partners.service.ts';
import type { ResultsService } from '../results/results.service.ts';
import type { FinishedFile, UploadsService } from '../uploads/uploads.service.ts';
import * as repo from './checkups.repo.ts';
import {
  attachUploads,
  type ClaimTarget,
  findPreviousResult,
  hashRequest,
  runOnce,
} from './idempotency.ts';

export interface ChangeDeps {
  readonly db: Db;
  readonly partners: PartnersService;
  readonly uploads: UploadsService;
  readonly imaging: ImagingService;
  readonly results: Pick<ResultsService, 'markReady' | 'withdraw'>;
  readonly notifications: Pick<NotificationsService, 'notify'>;
  readonly audit: AuditService;
  readonly now: () => number;
}

/** A stored file without a row. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  readonly crc32: number;
}

/** Creates a checkup from finished uploads and returns its id; an identical repeated call returns the same id. */
export async function createCheckup(
  deps: ChangeDeps,
  actor: Actor,
  input: CreateCheckup,
  signal?: AbortSignal,
): Promise<string> {
  const { db, partners, uploads, results, audit, now } = deps;
  const requestHash = hashRequest(input);
  const findPrevious = () => findPreviousResult(db, actor, input.xrayFiles, requestHash);
  const previous = await findPrevious();
  if (previous) return previous;
  if (!(await partners.exists(input.partner)))
    throw invalid('partner', checkupMessages.partnerMissing);
  const finished = await uploads.finish({ actor, signal }, input.xrayFiles, 'xrayFiles');
  const id = randomUUIDv7();
  const concurrent = await runOnce(
    () =>
      db.transaction().execute(async (tx) => {
        await insertCheckup(tx, { id, input, created_at: isoNow(now) });
        await attachFinished(deps, tx, actor, { checkupId: id, requestHash }, finished);
        if (isCompleted(input)) await results.markReady(tx, { id, partnerId: input.partner });
        await audit.record(tx, actor, 'create', 'checkup', id);
      }),
    findPrevious,
  );
  return concurrent ?? id;
}

/** Changes the fields that are present and attaches uploads; the first X-ray completes a pending checkup. */
export async function changeCheckup(
  deps: ChangeDeps,
  actor: Actor,
  input: MergeChunks,
  signal?: AbortSignal,
): Promise<string> {
  const { db, uploads } = deps;
  const id = input.checkupId;
  const requestHash = hashRequest(input);
  const findPrevious = () => findPreviousResult(db, actor, input.files, requestHash);
  const previous = await findPrevious();
  if (previous) return previous;
  if (!(await repo.find(db, id))) throw notFound(checkupMessages.notFound);
  const finished = await uploads.finish({ actor, signal }, input.files, 'files');
  await runOnce(
    () =>
      db
        .transaction()
        .execute((tx) => applyChange(deps, tx, actor, { input, finished, requestHash })),
    findPrevious,
  );
  return id;
}

interface Change {
  readonly input: MergeChunks;
  readonly finished: readonly FinishedFile[];
  readonly requestHash: string;
}

async function applyChange(
  deps: ChangeDeps,
  tx: Db,
  actor: Actor,
  { input, finished, requestHash }: Change,
): Promise<void> {
  const { results, audit } = deps;
  const id = input.checkupId;
  // Finishing takes a while, in which others may change the checkup.
  const existing = (await repo.lock(tx, id)) && (await repo.find(tx, id));
  if (!existing) throw notFound(checkupMessages.notFound);
  const changes = toChanges(input, finished.length > 0 && existing.status === 'pending');
  await repo.update(tx, id, changes);
  await attachFinished(deps, tx, actor, { checkupId: id, requestHash }, finished);
  if (becomesReady(existing, changes, finished.length)) {
    const isFirstXray = !hasXray(existing);
    await results.markReady(tx, { id, partnerId: existing.partner_id, isFirstXray });
  }
  await audit.record(tx, actor, 'change', 'checkup', id);
}

/** Creates a pending checkup from a partner's shipment: one stored file and the partner's note. */
export async function createFromShipment(
  { db, imaging, notifications, audit, now }: ChangeDeps,
  actor: Actor,
  { contentType, ...file }: StoredFile,
  { firstName, lastName, note }: ShipmentDetails,
): Promise<string> {
  const id = randomUUIDv7();
  const created_at = isoNow(now);
  await db.transaction().execute(async (tx) => {
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
    const owner = { checkup_id: id, kind: 'file', position: 0 } as const;
    const row = { ...file, content_type: contentType };
    await repo.insertFiles(tx, [{ ...row, ...owner, created_at }]);
    await imaging.request(tx, [row]);
    await notifications.notify(tx, { kind: 'shipment', objectId: id });
    await audit.record(tx, actor, 'create', 'checkup', id);
  });
  return id;
}

/** Audits in the caller's transaction: a separate audit commit would dominate the latency of finishing. */
async function attachFinished(
  { imaging, audit, now }: ChangeDeps,
  tx: Db,
  actor: Actor,
  target: ClaimTarget,
  finished: readonly FinishedFile[],
): Promise<void> {
  await attachUploads(tx, actor, target, finished, isoNow(now));
  await imaging.request(
    tx,
    finished.map(({ id, size, contentType }) => ({ id, size, content_type: contentType })),
  );
  for (const { id } of finished) await audit.record(tx, actor, 'upload', 'file', id);
}

const insertCheckup = (
  tx: Db,
  { id, input, created_at }: { id: string; input: CreateCheckup; created_at: string },
) =>
  repo.insert(tx, {
    id,
    partner_id: input.partner,
    first_name: input.firstName,
    last_name: input.lastName,
    name: input.name,
    description: input.description,
    start_date: input.startDate,
    end_date: input.endDate,
    status: statusOf(input),
    created_at,
  });

const statusOf = ({ status }: CreateCheckup) => status ?? 'completed';

const isCompleted = (input: CreateCheckup) => statusOf(input) === 'completed';

/** Whether the change makes a completed checkup with an X-ray of one that was not. */
export function becomesReady(
  checkup: repo.CheckupRow,
  changes: repo.CheckupChanges,
  added: number,
): boolean {
  const { status } = checkup;
  const wasReady = status === 'completed' && hasXray(checkup);
  return !wasReady && (changes.status ?? status) === 'completed' && (hasXray(checkup) || added > 0);
}

export const hasXray = ({ files }: repo.CheckupRow): boolean =>
  files.some(({ kind }) => kind === 'xray');

function toChanges(input: MergeChunks, isCompleted: boolean): repo.CheckupChanges {
  const status = input.status ?? (isCompleted ? 'completed' : undefined);
  return {
    first_name: input.firstName,
    last_name: input.lastName,
    ...(status && { status }),
    ...(input.name !== undefined && { name: input.name }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.startDate !== undefined && { start_date: input.startDate }),
    ...(input.endDate !== undefined && { end_date: input.endDate }),
  };
}

export const isoNow = (now: () => number) => new Date(now()).toISOString();
