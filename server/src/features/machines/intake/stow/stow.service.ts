import type { IncompleteReason } from '@deqiq/contract/machines/intake-link.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import type { StreamedPart } from '../../../../platform/http/bodies/streamed-parts.ts';
import type { Actor, Sender } from '../../../../platform/http/identity.ts';
import { newId } from '../../../../platform/ids.ts';
import type { JobQueue } from '../../../../platform/jobs/job-queue.ts';
import { receivingSlots } from '../../../../platform/receiving-slots.ts';
import { objectWriter } from '../../../../platform/storage/object-writer.ts';
import type { Checksum, Storage } from '../../../../platform/storage/storage.ts';
import type { CheckupsService } from '../../../examinations/checkups/checkups.service.ts';
import type { AuditService } from '../../../operations/audit/audit.service.ts';
import type { DevicesService } from '../../devices/devices.service.ts';
import { findStudy, join } from '../assignment/later-patient.ts';
import { COMPARE_INSTANCE, findConflict } from '../comparison/comparison.ts';
import * as repo from '../instances.repo.ts';
import { QUIET_TIME } from '../packing/completion.ts';
import { PACK_STUDY } from '../packing/packing.ts';
import { describeStudy, headerReader, type InstanceHeader } from './instance-header.ts';
import {
  assertPartsWithin,
  dailyAllowance,
  limitInstance,
  nameSender,
  SLOTS,
  waitForSlot,
} from './stow-limits.ts';

interface Deps {
  db: Db;
  storage: Storage;
  jobs: Pick<JobQueue, 'enqueue'>;
  checkups: Pick<CheckupsService, 'findDifferences'>;
  devices: Pick<DevicesService, 'addUsage'>;
  audit: Pick<AuditService, 'recordEntry'>;
  now: () => number;
  /** How many requests are read at a time. */
  slotOptions?: typeof SLOTS;
}

/** Failure reasons (0008,1197) of PS3.18, table I.2-2, and PS3.7, C.5.11. */
export const failureReasons = {
  duplicate: 0x0111,
  doesNotMatch: 0xa900,
  notUnderstood: 0xc000,
} as const;

/** Other data under the UID of an instance that is kept; more is refused. */
const MAX_CONFLICTS = 20;

/** Outcome of one part. Undecided: a job finds out whether it is repeated or a conflict. */
export type Outcome =
  | {
      readonly kind: 'stored' | 'repeated' | 'undecided' | 'conflict';
      readonly header: InstanceHeader;
    }
  | { readonly kind: 'failed'; readonly header?: InstanceHeader; readonly reason: number };

/** The sender of a request and what it has announced. */
export interface Delivery {
  /** Staff; null for a device. */
  readonly actor: Actor | null;
  readonly sender: Sender | null;
  readonly address: string;
  /** The study in the address, which all instances must have. */
  readonly studyUid?: string | undefined;
  /** How many instances the study has. */
  readonly announced?: number | undefined;
  /** Why more may come of the study, as the intake process says. */
  readonly incomplete?: IncompleteReason | undefined;
}

/** A request whose parts arrive while they are read. */
export interface Request {
  readonly body: AsyncIterable<Buffer>;
  readonly readParts: (body: AsyncIterable<Buffer>) => AsyncIterable<StreamedPart>;
  /** Ends the connection. */
  readonly close: () => void;
}

/** An instance whose bytes are stored. */
interface Arrived {
  /** Of its object and of its row. */
  readonly id: string;
  readonly header: InstanceHeader;
  readonly sha256: string;
  readonly checksum: Checksum;
  readonly delivery: Delivery;
}

/** Attempts to insert an instance while other requests insert the same one. */
const MAX_ATTEMPTS = 3;

export type StowService = ReturnType<typeof stowService>;

/** Stores instances while they arrive (STOW-RS). The outcome of a part is durable when it is returned. */
export function stowService(deps: Deps) {
  const { db, storage, jobs, checkups, devices, audit, now, slotOptions = SLOTS } = deps;
  const slots = receivingSlots({ now: performance.now.bind(performance), ...slotOptions });
  const allowance = dailyAllowance(now);
  const iso = (moment = now()) => new Date(moment).toISOString();

  async function receivePart(
    part: StreamedPart,
    delivery: Delivery,
    chunk: Buffer,
  ): Promise<{ outcome: Outcome; studyId?: string }> {
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
      const { kind, studyId } = await record({ id, header, sha256, checksum, delivery });
      if (kind === 'failed')
        return { outcome: { kind, header, reason: failureReasons.duplicate }, studyId };
      isNeeded = kind !== 'repeated';
      return { outcome: { kind, header }, studyId };
    } finally {
      // A failed removal is repeated by a sweep. If the commit is in doubt, the object stays: it may have a row.
      if (hasObject && !isNeeded && !(await hasRow(id)))
        await storage.remove(key).catch(() => false);
    }
  }

  const hasRow = async (id: string): Promise<boolean> => repo.exists(db, id).catch(() => true);

  /** Two requests may insert the same instance concurrently: the later one starts again and finds it. */
  async function record(arrived: Arrived) {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await db.transaction().execute((tx) => insert(tx, arrived));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !repo.isSopTaken(error)) throw error;
      }
  }

  async function insert(tx: Db, { id, header, sha256, checksum, delivery }: Arrived) {
    const { sender, announced, incomplete } = delivery;
    const twins = await repo.listOfSop(tx, header.sopUid);
    const stored = twins.filter((twin) => twin.is_stored);
    const same = stored.find((twin) => twin.sha256 === sha256);
    if (same) return { kind: 'repeated' as const, studyId: same.study_id };
    // Staff have deleted their files since: this one takes their place.
    const gone = twins.filter((twin) => !twin.is_stored).map((twin) => twin.id);
    await repo.remove(tx, gone);
    // It can be restored: then this one is the same.
    const former = twins.find((twin) => twin.is_restorable && twin.sha256 === sha256);
    if (stored.length > MAX_CONFLICTS)
      return { kind: 'failed' as const, studyId: stored[0]?.study_id ?? '' };
    const at = iso();
    const details = describeStudy(header, sender);
    const arrival = {
      id: newId(),
      modality: header.modality,
      at,
      announced: announced ?? null,
      incomplete: incomplete ?? null,
    };
    const found = await findStudy(checkups, tx, details, arrival);
    const conflict = findConflict(stored, found.id, header);
    await repo.insert(tx, {
      id,
      study_id: found.id,
      sop_uid: header.sopUid,
      series_uid: header.seriesUid,
      sop_class_uid: header.sopClassUid,
      transfer_syntax: header.transferSyntax,
      sha256,
      ...checksum,
      number: header.number,
      modality: header.modality,
      device_id: details.device_id,
      arrived_at: at,
      file_id: null,
      is_conflict: conflict ? 1 : 0,
      is_undecided: conflict === 'undecided' ? 1 : 0,
      former_file_id: former?.file_id ?? null,
      former_offset: former?.file_offset ?? null,
    });
    if (conflict === 'undecided') {
      const name = nameSender(delivery).sender;
      await jobs.enqueue(tx, { kind: COMPARE_INSTANCE, subject: id, sender: name });
      return { kind: conflict, studyId: found.id };
    }
    const study = await join(tx, found, details, arrival);
    const isComplete =
      study.announced !== null && (await repo.countOfStudy(tx, study.id)) >= study.announced;
    const runAt = isComplete ? undefined : iso(now() + QUIET_TIME);
    await jobs.enqueue(tx, { kind: PACK_STUDY, subject: study.id, ...(runAt && { runAt }) });
    // The sender is warned of another patient, too.
    const isAside = conflict || study.shared_study_uid !== null;
    return { kind: isAside ? ('conflict' as const) : ('stored' as const), studyId: study.id };
  }

  /** One audit row per study and request, and the counts of the device. */
  async function recordDelivery(
    { actor, sender, address }: Delivery,
    results: readonly { outcome: Outcome; studyId?: string }[],
  ): Promise<void> {
    const failed = results.filter(({ outcome }) => outcome.kind === 'failed').length;
    const device = sender?.device?.id;
    const from = device ? `device ${device}` : sender ? `AE title ${sender.aeTitle}` : 'staff';
    await db.transaction().execute(async (tx) => {
      for (const [studyId, ofStudy] of Map.groupBy(results, (result) => result.studyId)) {
        if (studyId === undefined) continue;
        const counts = Object.entries(Object.groupBy(ofStudy, ({ outcome }) => outcome.kind));
        const detail = counts.map(([kind, list]) => `${list.length} ${kind}`).join(', ');
        await audit.recordEntry(tx, {
          actor,
          address,
          action: 'receive',
          object: 'intake-study',
          objectId: studyId,
          result: 'ok',
          detail: `${detail}, ${from}`,
        });
      }
      if (device)
        await devices.addUsage(tx, device, {
          accepted: results.length - failed,
          refused: failed,
          ...(failed > 0 && { error: 'not a DICOM instance, or of another study' }),
        });
    });
  }

  return {
    /**
     * Stores the parts of a request one after the other, as soon as the sender has a slot. Throws if a part cannot be read or stored
     * at all, and 503, 413 or 429 where the sender exceeds a limit.
     */
    async receive({ body, readParts, close }: Request, delivery: Delivery): Promise<Outcome[]> {
      const results: { outcome: Outcome; studyId?: string }[] = [];
      const peer = nameSender(delivery);
      const store = async (bytes: AsyncIterable<Buffer>) => {
        const chunk = Buffer.allocUnsafe(CHUNK_SIZE);
        try {
          for await (const part of readParts(allowance.spend(peer.sender, bytes))) {
            assertPartsWithin(results.length + 1);
            results.push(await receivePart(part, delivery, chunk));
          }
        } finally {
          // Also what arrived before an error is stored.
          await recordDelivery(delivery, results);
        }
      };
      await waitForSlot((signal) => slots.run(peer, body, close, store, signal));
      return results.map(({ outcome }) => outcome);
    },
  };
}
