import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import type { StreamedPart } from '../../../../platform/http/bodies/streamed-parts.ts';
import { newId } from '../../../../platform/ids.ts';
import { receivingSlots } from '../../../../platform/queues/receiving-slots.ts';
import { objectWriter } from '../../../../platform/storage/object-writer.ts';
import type { Storage } from '../../../../platform/storage/storage.ts';
import * as repo from '../instances.repo.ts';
import {
  type Delivery,
  type DeliveryDeps,
  type Outcome,
  type Result,
  recordDelivery,
} from './deliveries.ts';
import { headerReader } from './instance-header.ts';
import { type RecordingDeps, recordInstance } from './recorded-instance.ts';
import {
  assertPartsWithin,
  dailyAllowance,
  limitInstance,
  nameSender,
  SLOTS,
  waitForSlot,
} from './stow-limits.ts';

interface Deps extends RecordingDeps, DeliveryDeps {
  storage: Storage;
  /** How many requests are read at a time. */
  slotOptions?: typeof SLOTS;
}

/** Failure reasons (0008,1197) of PS3.18, table I.2-2, and PS3.7, C.5.11. */
export const failureReasons = {
  duplicate: 0x0111,
  doesNotMatch: 0xa900,
  notUnderstood: 0xc000,
} as const;

/** A request whose parts arrive while they are read. */
export interface Request {
  readonly body: AsyncIterable<Buffer>;
  readonly readParts: (body: AsyncIterable<Buffer>) => AsyncIterable<StreamedPart>;
  /** Ends the connection. */
  readonly close: () => void;
}

export type StowService = ReturnType<typeof stowService>;

/** Stores instances while they arrive (STOW-RS). The outcome of a part is durable when it is returned. */
export function stowService(deps: Deps) {
  const { now, slotOptions = SLOTS } = deps;
  const slots = receivingSlots({ now: performance.now.bind(performance), ...slotOptions });
  const allowance = dailyAllowance(now);

  return {
    /**
     * Stores the parts of a request one after the other, as soon as the sender has a slot. Throws if a part cannot be read or stored
     * at all, and 503, 413 or 429 where the sender exceeds a limit.
     */
    async receive({ body, readParts, close }: Request, delivery: Delivery): Promise<Outcome[]> {
      const results: Result[] = [];
      const peer = nameSender(delivery);
      const store = async (bytes: AsyncIterable<Buffer>) => {
        const chunk = Buffer.allocUnsafe(CHUNK_SIZE);
        let unreadable = 0;
        try {
          for await (const part of readParts(allowance.spend(peer.sender, bytes))) {
            assertPartsWithin(results.length + 1, unreadable);
            const result = await receivePart(deps, part, delivery, chunk);
            results.push(result);
            if (!result.outcome.header) unreadable += 1;
          }
        } finally {
          // Also what arrived before an error is stored.
          await recordDelivery(deps, delivery, results);
        }
      };
      await waitForSlot((signal) => slots.run(peer, body, close, store, signal));
      return results.map(({ outcome }) => outcome);
    },
  };
}

async function receivePart(
  deps: Deps,
  part: StreamedPart,
  delivery: Delivery,
  chunk: Buffer,
): Promise<Result> {
  const { db, storage } = deps;
  const id = newId();
  const key = `files/${id}` as const;
  let isNeeded = false;
  let received = 0;
  /** A part of a few bytes that is no instance has written nothing. */
  let hasObject = false;
  try {
    const writer = objectWriter(storage, key, chunk);
    const reader = headerReader();
    for await (const bytes of limitInstance(part.bytes)) {
      reader.add(bytes);
      received += bytes.length;
      hasObject = received >= CHUNK_SIZE;
      await writer.append(bytes);
    }
    const read = reader.finish();
    if (!read) return { outcome: { kind: 'failed', reason: failureReasons.notUnderstood } };
    const { header, sha256 } = read;
    if (delivery.studyUid !== undefined && header.studyUid !== delivery.studyUid)
      return { outcome: { kind: 'failed', header, reason: failureReasons.doesNotMatch } };
    hasObject = true;
    const checksum = await writer.finish();
    if (!checksum)
      return { outcome: { kind: 'failed', header, reason: failureReasons.notUnderstood } };
    const { kind, studyId } = await recordInstance(deps, {
      id,
      header,
      sha256,
      checksum,
      delivery,
    });
    if (kind === 'failed')
      return { outcome: { kind, header, reason: failureReasons.duplicate }, studyId };
    isNeeded = kind !== 'repeated';
    return { outcome: { kind, header }, studyId };
  } finally {
    // A failed removal is repeated by a sweep. If the commit is in doubt, the object stays: it may have a row.
    if (hasObject && !isNeeded && !(await hasRow(db, id)))
      await storage.remove(key).catch(() => false);
  }
}

const hasRow = async (db: Db, id: string): Promise<boolean> =>
  repo.exists(db, id).catch(() => true);
