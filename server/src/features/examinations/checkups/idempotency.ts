import { createHash } from 'node:crypto';
import type { UploadedFile } from '@deqiq/contract/imaging/uploads.ts';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import type { PatientCheck } from '../../../platform/db/tables/checkups.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { FinishedFile } from '../../imaging/uploads/uploads.service.ts';
import * as checkupFiles from './files/checkup-files.repo.ts';
import { uniqueNames } from './files/file-names.ts';
import * as uploadClaims from './upload-claims.repo.ts';

/** The checkup of an identical earlier call; undefined for unclaimed uploads. A conflict if another call has them. */
export async function findPreviousResult(
  db: Db,
  actor: Actor,
  uploaded: readonly UploadedFile[],
  requestHash: string,
): Promise<string | undefined> {
  const ids = uploaded.map((file) => file.fileId);
  const claims = ids.length > 0 ? await uploadClaims.findClaims(db, actor.personId, ids) : [];
  if (claims.length === 0) return undefined;
  const [first] = claims;
  const isSameCall =
    claims.length === ids.length && claims.every((claim) => claim.request_hash === requestHash);
  if (!first || !isSameCall) throw conflict(storageMessages.finished());
  return first.checkup_id;
}

/** The checkup that claims uploads, and the hash of the request. */
export interface ClaimTarget {
  readonly checkupId: string;
  readonly requestHash: string;
}

/** A finished upload whose patient was compared with the examination. */
export interface CheckedFile extends FinishedFile {
  readonly check: PatientCheck;
  /** Whether confirming the patient completes the checkup. */
  readonly completes: boolean;
}

/** Claims finished uploads for a checkup and inserts them as its X-ray files, in the caller's transaction. */
export async function attachUploads(
  tx: Db,
  actor: Actor,
  target: ClaimTarget,
  finished: readonly CheckedFile[],
  created_at: string,
): Promise<void> {
  if (finished.length === 0) return;
  const positions = await checkupFiles.findFilePositions(tx, target.checkupId);
  const names = uniqueNames(
    finished.map((file) => file.name),
    positions.names,
  );
  // Claims first: their unique key tells the loser of two concurrent calls why it failed.
  await uploadClaims.insertClaims(
    tx,
    finished.map((file) => ({
      admin_id: actor.personId,
      file_id: file.uploadFileId,
      request_hash: target.requestHash,
      checkup_id: target.checkupId,
      stored_id: file.id,
      created_at,
    })),
  );
  // A claim is removed after a week; its file stays.
  const ids = finished.map((file) => file.id);
  if (await checkupFiles.hasFile(tx, ids)) throw conflict(storageMessages.finished());
  await checkupFiles.insertFiles(
    tx,
    finished.map((file, index) => ({
      id: file.id,
      checkup_id: target.checkupId,
      kind: 'xray' as const,
      position: positions.next + index,
      name: names[index] ?? file.name,
      size: file.size,
      content_type: file.contentType,
      crc32: file.crc32,
      created_at,
      patient_check: file.check,
      completes_checkup: file.completes ? 1 : 0,
    })),
  );
}

/** Identical inputs have identical hashes; used to recognise repeated calls. */
export const hashRequest = (input: object) =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url');

/** Runs `write`. Where a concurrent call has claimed the uploads, `findPrevious` decides: its checkup or a conflict. */
export async function runOnce(
  write: () => Promise<void>,
  findPrevious: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    if (!uploadClaims.isClaimTaken(error)) throw error;
    const previous = await findPrevious();
    if (previous === undefined) throw conflict(storageMessages.finished());
    return previous;
  }
}
