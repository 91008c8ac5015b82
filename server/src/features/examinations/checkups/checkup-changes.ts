import type {
  CheckupStatus,
  CreateCheckup,
  MergeChunks,
} from '@deqiq/contract/examinations/checkups.ts';
import { SHIPMENT_NAME, type ShipmentDetails } from '@deqiq/contract/examinations/shipments.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import type { Db } from '../../../platform/db/tables.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import type { ImagingService } from '../../imaging/imaging/imaging.service.ts';
import type { FinishedFile, UploadsService } from '../../imaging/uploads/uploads.service.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { PartnersService } from '../../people/partners/partners.service.ts';
import type { ResultsService } from '../results/results.service.ts';
import * as repo from './checkups.repo.ts';
import * as checkupFiles from './files/checkup-files.repo.ts';
import {
  attachUploads,
  type ClaimTarget,
  findPreviousResult,
  hashRequest,
  runOnce,
} from './idempotency.ts';
import { checkPatients, type FileVerdict } from './patient-check/patient-check.ts';
import { confirmPatient, recheckFiles, settleStatus } from './patient-check/patient-doubts.ts';
import type { FollowingReferrals } from './referred/following-referrals.ts';

export interface ChangeDeps {
  readonly db: Db;
  readonly partners: PartnersService;
  readonly uploads: UploadsService;
  readonly imaging: ImagingService;
  readonly results: Pick<ResultsService, 'announceImages' | 'markReady' | 'withdraw'>;
  readonly notifications: Pick<NotificationsService, 'notify'>;
  readonly referrals: FollowingReferrals;
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
  { confirmDifferentPatient: isConfirmed = false, ...input }: CreateCheckup,
  signal?: AbortSignal,
): Promise<string> {
  const { db, partners, uploads } = deps;
  const requestHash = hashRequest(input);
  const findPrevious = () => findPreviousResult(db, actor, input.xrayFiles, requestHash);
  const previous = await findPrevious();
  if (previous) return repeatCall(deps, actor, previous, isConfirmed);
  if (!(await partners.exists(input.partner)))
    throw invalid('partner', checkupMessages.partnerMissing());
  const finished = await uploads.finish({ actor, signal }, input.xrayFiles, 'xrayFiles');
  const id = newId();
  const request = { id, input, finished, requestHash, isConfirmed };
  const concurrent = await runOnce(
    () => db.transaction().execute((tx) => insertCompletely(deps, tx, actor, request)),
    findPrevious,
  );
  return concurrent ?? id;
}

/** Confirms the patient if the client repeats its call with a confirmation. */
async function repeatCall(deps: ChangeDeps, actor: Actor, id: string, isConfirmed: boolean) {
  if (isConfirmed) await confirmPatient(deps, actor, id);
  return id;
}

interface Creation {
  readonly id: string;
  readonly input: Omit<CreateCheckup, 'confirmDifferentPatient'>;
  readonly finished: readonly FinishedFile[];
  readonly requestHash: string;
  readonly isConfirmed: boolean;
}

async function insertCompletely(
  deps: ChangeDeps,
  tx: Db,
  actor: Actor,
  { id, input, finished, requestHash, isConfirmed }: Creation,
): Promise<void> {
  const { results, audit, now } = deps;
  const { partner, firstName, lastName } = input;
  const examination = { id, partnerId: partner, firstName, lastName };
  const verdicts = await checkPatients(tx, examination, finished, isConfirmed);
  const wanted = input.status ?? 'completed';
  const status = wanted === 'completed' && hasDoubt(verdicts) ? 'pending' : wanted;
  await insertCheckup(tx, { id, input, status, created_at: isoNow(now) });
  const completes = wanted === 'completed';
  const target = { checkupId: id, requestHash, verdicts, completes };
  await attachFinished(deps, tx, actor, target, finished);
  if (status === 'completed') await results.markReady(tx, { id, partnerId: partner });
  await audit.record(tx, actor, 'create', 'checkup', id);
}

const hasDoubt = (verdicts: ReadonlyMap<string, FileVerdict>): boolean =>
  [...verdicts.values()].some(({ check }) => check === 'different');

/** Changes the fields that are present and attaches uploads; the first X-ray completes a pending checkup. */
export async function changeCheckup(
  deps: ChangeDeps,
  actor: Actor,
  { confirmDifferentPatient: isConfirmed = false, ...input }: MergeChunks,
  signal?: AbortSignal,
): Promise<string> {
  const { db, uploads } = deps;
  const id = input.checkupId;
  const requestHash = hashRequest(input);
  const findPrevious = () => findPreviousResult(db, actor, input.files, requestHash);
  const previous = await findPrevious();
  if (previous) return repeatCall(deps, actor, previous, isConfirmed);
  if (!(await repo.find(db, id))) throw notFound(checkupMessages.notFound());
  const finished = await uploads.finish({ actor, signal }, input.files, 'files');
  const change = { input, finished, requestHash, isConfirmed };
  await runOnce(
    () => db.transaction().execute((tx) => applyChange(deps, tx, actor, change)),
    findPrevious,
  );
  return id;
}

interface Change {
  readonly input: Omit<MergeChunks, 'confirmDifferentPatient'>;
  readonly finished: readonly FinishedFile[];
  readonly requestHash: string;
  readonly isConfirmed: boolean;
}

async function applyChange(
  deps: ChangeDeps,
  tx: Db,
  actor: Actor,
  { input, finished, requestHash, isConfirmed }: Change,
): Promise<void> {
  const id = input.checkupId;
  const { firstName, lastName } = input;
  // Finishing takes a while, in which others may change the checkup.
  const existing = (await repo.lock(tx, id)) && (await repo.find(tx, id));
  if (!existing) throw notFound(checkupMessages.notFound());
  const examination = { id, partnerId: existing.partner_id, firstName, lastName };
  const isRenamed = existing.first_name !== firstName || existing.last_name !== lastName;
  if (isRenamed) await recheckFiles(tx, examination, isConfirmed);
  const verdicts = await checkPatients(tx, examination, finished, isConfirmed);
  const target = { checkupId: id, requestHash, verdicts, completes: false };
  await attachFinished(deps, tx, actor, target, finished);
  const changed = await repo.find(tx, id);
  if (!changed) throw notFound(checkupMessages.notFound());
  const requested =
    input.status ??
    (finished.length > 0 && existing.status === 'pending' ? 'completed' : undefined);
  const status = await settleStatus(deps, tx, { existing, changed, requested });
  await repo.update(tx, id, toChanges(input, status));
  await deps.referrals.settle(tx, actor, id);
  await deps.audit.record(tx, actor, 'change', 'checkup', id);
}

/** Creates a pending checkup from a partner's shipment: one stored file and the partner's note. */
export async function createFromShipment(
  { db, imaging, notifications, audit, now }: ChangeDeps,
  actor: Actor,
  { contentType, ...file }: StoredFile,
  { firstName, lastName, note }: ShipmentDetails,
): Promise<string> {
  const id = newId();
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
    await checkupFiles.insertFiles(tx, [{ ...row, ...owner, created_at }]);
    await imaging.request(tx, [row]);
    await notifications.notify(tx, { kind: 'shipment', objectId: id });
    await audit.record(tx, actor, 'create', 'checkup', id);
  });
  return id;
}

interface AttachTarget extends ClaimTarget {
  readonly verdicts: ReadonlyMap<string, FileVerdict>;
  /** Whether confirming a patient completes the checkup. */
  readonly completes: boolean;
}

/** Audits in the caller's transaction: a separate audit commit would dominate the latency of finishing. */
async function attachFinished(
  { imaging, audit, now }: ChangeDeps,
  tx: Db,
  actor: Actor,
  { verdicts, completes, ...target }: AttachTarget,
  finished: readonly FinishedFile[],
): Promise<void> {
  const files = finished.map((file) => {
    const { check = '' as const, patient = undefined } = verdicts.get(file.id) ?? {};
    return { ...file, check, patient, completes: completes && check === 'different' };
  });
  await attachUploads(tx, actor, target, files, isoNow(now));
  await imaging.request(
    tx,
    files.map(({ id, size, contentType, patient }) => ({
      id,
      size,
      content_type: contentType,
      patient,
    })),
  );
  for (const { id, check } of files) {
    await audit.record(tx, actor, 'upload', 'file', id);
    if (check === 'confirmed') await audit.record(tx, actor, 'confirm-patient', 'file', id);
  }
}

const insertCheckup = (
  tx: Db,
  {
    id,
    input,
    status,
    created_at,
  }: { id: string; input: Creation['input']; status: CheckupStatus; created_at: string },
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
    status,
    created_at,
  });

function toChanges(input: Change['input'], status: CheckupStatus): repo.CheckupChanges {
  return {
    first_name: input.firstName,
    last_name: input.lastName,
    status,
    ...(input.name !== undefined && { name: input.name }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.startDate !== undefined && { start_date: input.startDate }),
    ...(input.endDate !== undefined && { end_date: input.endDate }),
  };
}
