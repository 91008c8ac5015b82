import { createHash } from 'node:crypto';
import { type UploadedFile, uploadMessages } from '@deqiq/contract/uploads.ts';
import type { Db } from '../../platform/db/tables.ts';
import { conflict } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/identity.ts';
import type { FinishedFile } from '../uploads/uploads.service.ts';
import * as repo from './checkups.repo.ts';
import { uniqueNames } from './file-names.ts';

/**
 * The checkup an identical call made before, undefined when these uploads are still free. Uploads that
 * went into another call are a conflict: a file belongs to one checkup.
 */
export async function findPreviousResult(
  db: Db,
  actor: Actor,
  uploaded: readonly UploadedFile[],
  requestHash: string,
): Promise<string | undefined> {
  const ids = uploaded.map((file) => file.fileId);
  const claims = ids.length > 0 ? await repo.findClaims(db, actor.personId, ids) : [];
  if (claims.length === 0) return undefined;
  const [first] = claims;
  const isSameCall =
    claims.length === ids.length && claims.every((claim) => claim.request_hash === requestHash);
  if (!first || !isSameCall) throw conflict(uploadMessages.finished);
  return first.checkup_id;
}

/** The checkup that takes uploads over, and the call that asked for it. */
export interface ClaimTarget {
  readonly checkupId: string;
  readonly requestHash: string;
}

/** Claims finished uploads for a checkup and makes them its X-ray files, in the caller's transaction. */
export async function attachUploads(
  tx: Db,
  actor: Actor,
  to: ClaimTarget,
  finished: readonly FinishedFile[],
) {
  if (finished.length === 0) return;
  const positions = await repo.findFilePositions(tx, to.checkupId);
  const names = uniqueNames(
    finished.map((file) => file.name),
    positions.names,
  );
  const created_at = new Date().toISOString();
  // The claim comes first: of two racing calls it is what tells the second one why.
  await repo.insertClaims(
    tx,
    finished.map((file) => ({
      admin_id: actor.personId,
      file_id: file.uploadFileId,
      request_hash: to.requestHash,
      checkup_id: to.checkupId,
      stored_id: file.id,
      created_at,
    })),
  );
  await repo.insertFiles(
    tx,
    finished.map((file, index) => ({
      id: file.id,
      checkup_id: to.checkupId,
      kind: 'xray' as const,
      position: positions.next + index,
      name: names[index] ?? file.name,
      size: file.size,
      content_type: file.contentType,
      crc32: file.crc32,
      created_at,
    })),
  );
}

/** The same input gives the same text: how a repeated call is recognised. */
export const hashRequest = (input: object) =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url');

/**
 * Of calls racing for the same uploads one claims them. The others are answered as if they had come after
 * it: `before` says what an identical call has made, or throws the conflict.
 */
export async function runOnce(
  write: () => Promise<void>,
  findPrevious: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    if (!repo.isClaimTaken(error)) throw error;
    const previous = await findPrevious();
    if (previous === undefined) throw conflict(uploadMessages.finished);
    return previous;
  }
}
