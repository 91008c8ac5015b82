import * as mediaMessages from '@deqiq/messages/shared/media.js';
import { LRUCache } from 'lru-cache';
import { unavailable } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import {
  DecoderFailure,
  MissingFile,
  RejectedFile,
} from '../../../../platform/media/decoder-errors.ts';
import { readInstance } from '../../../../platform/media/instance-input.ts';
import type { Jobs } from '../../../../platform/media/jobs.ts';
import type { DecoderPool } from '../../../../platform/media/pool/decoder-pool.ts';
import { keyedMutex } from '../../../../platform/queues/concurrency.ts';
import { QueueFullError } from '../../../../platform/queues/fair-queue.ts';
import type { Storage } from '../../../../platform/storage/storage.ts';
import { HOUR } from '../../../../platform/time.ts';
import { createNotAcceptableError } from './media-types.ts';

export interface Requester {
  readonly actor: Actor;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Its requests wait for one another. */
export interface DecodingClient extends Pick<Requester, 'signal'> {
  readonly actor: Pick<Actor, 'personId'>;
}

/** Max waiting requests of one user; a viewer requests some dozens of pictures together. */
const MAX_WAITING = 200;

/** Crashes and timeouts of a decoder after which a file is not decoded for an hour. */
const MAX_FAILURES = 2;
const FAILURE_MEMORY = { max: 1_000, ttl: HOUR };

export type DecodingService = ReturnType<typeof decodingService>;

/** Decodes stored instances in decoder processes, one request of a person at a time. */
export function decodingService({
  storage,
  pool,
}: {
  storage: Storage;
  pool: Pick<DecoderPool, 'run'>;
}) {
  const mutex = keyedMutex();
  const waiting = new Map<string, number>();
  const failures = new LRUCache<string, number>(FAILURE_MEMORY);

  async function perform<Kind extends 'render-dicom' | 'transcode-dicom'>(
    kind: Kind,
    objectId: string,
    params: Jobs[Kind]['params'],
    { actor, signal }: DecodingClient,
  ): Promise<readonly Buffer[]> {
    const object = await storage.open(`files/${objectId}`);
    try {
      const { input, location } = await readInstance(object, params.location);
      const options = { client: `dicomweb ${actor.personId}`, signal };
      return (await pool.run(kind, { ...params, location }, input, options)).outputs;
    } catch (error) {
      if (error instanceof RejectedFile) throw createNotAcceptableError();
      if (error instanceof QueueFullError || error instanceof MissingFile) throw busy();
      if (!(error instanceof DecoderFailure)) throw error;
      if (error.reason !== 'aborted' && error.reason !== 'closed')
        failures.set(objectId, (failures.get(objectId) ?? 0) + 1);
      throw busy();
    } finally {
      await object.close();
    }
  }

  /** The outputs of a job. Throws 406 where the file is at fault, 503 where the server is busy. */
  async function decode<Kind extends 'render-dicom' | 'transcode-dicom'>(
    kind: Kind,
    objectId: string,
    params: Jobs[Kind]['params'],
    requester: DecodingClient,
  ): Promise<readonly Buffer[]> {
    const { actor, signal } = requester;
    if ((failures.get(objectId) ?? 0) >= MAX_FAILURES) throw createNotAcceptableError();
    const count = waiting.get(actor.personId) ?? 0;
    if (count >= MAX_WAITING) throw busy();
    waiting.set(actor.personId, count + 1);
    try {
      return await mutex.run(actor.personId, () => {
        if (signal.aborted) throw busy();
        return perform(kind, objectId, params, requester);
      });
    } finally {
      const left = (waiting.get(actor.personId) ?? 1) - 1;
      if (left > 0) waiting.set(actor.personId, left);
      else waiting.delete(actor.personId);
    }
  }

  return { decode };
}

const busy = () => unavailable(mediaMessages.busy());
