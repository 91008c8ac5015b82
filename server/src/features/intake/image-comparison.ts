import { genericMessages } from '@deqiq/contract/shared/errors.ts';
import type { Db } from '../../platform/db/tables.ts';
import { isNotFound, unavailable } from '../../platform/errors.ts';
import { fairQueue } from '../../platform/fair-queue.ts';
import { type DecoderPool, MissingFile, RejectedFile } from '../../platform/media/decoder-pool.ts';
import { DecoderFailure } from '../../platform/media/decoder-process.ts';
import { isLossless } from '../../platform/media/dicom-syntaxes.ts';
import { type OpenInstance, readPair } from '../../platform/media/instance-input.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import * as repo from './instances.repo.ts';

/** Bytes of an instance that is compared: a CBCT of 500 slices in one file has 400 MB. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Milliseconds of a comparison, and with the wait for it: less than the intake process waits for an answer. */
const TIMEOUT = 20_000;
const MAX_WAIT = 50_000;

/** One of the two decoder processes stays free for people. How many wait is bounded by the slots of their senders. */
const QUEUE = {
  concurrency: 1,
  concurrencyPerClient: 1,
  maxWaitingPerClient: Number.POSITIVE_INFINITY,
  maxWaiting: Number.POSITIVE_INFINITY,
};

/** Attempts to open an instance that is packed meanwhile. */
const MAX_ATTEMPTS = 3;

interface Deps {
  readonly db: Db;
  readonly storage: Storage;
  readonly pool: Pick<DecoderPool, 'run'>;
}

/** Whether instances of two transfer syntaxes may be the same although their bytes differ. */
export const mayBeSame = (one: string, other: string): boolean =>
  one !== other && isLossless(one) && isLossless(other);

export type ImageComparison = ReturnType<typeof imageComparison>;

/** Compares stored instances in a decoder process, one pair at a time, of all senders in turn. */
export function imageComparison({ db, storage, pool }: Deps) {
  const queue = fairQueue(QUEUE);

  /** Opens an instance; undefined where its bytes are gone. */
  async function open(id: string): Promise<OpenInstance | undefined> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const found = await repo.findLocation(db, id);
      if (!found) return undefined;
      const { object_id, file_offset: offset, size } = found;
      try {
        const object = await storage.open(`files/${object_id}`);
        return { object, location: { offset, length: size, size, isDeflated: false } };
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    return undefined;
  }

  async function compare(one: OpenInstance, other: OpenInstance, signal: AbortSignal) {
    if (Math.max(one.location.size, other.location.size) > MAX_BYTES) return false;
    const { input, ...params } = await readPair(one, other);
    const options = { client: 'intake', timeout: TIMEOUT, signal };
    return (await pool.run('compare-dicom', params, input, options)).value;
  }

  async function compareWith(arrived: OpenInstance, id: string, signal: AbortSignal) {
    const twin = await open(id);
    if (!twin) return false;
    try {
      return await compare(arrived, twin, signal);
    } finally {
      await twin.object.close();
    }
  }

  return {
    /**
     * Whether an instance that has arrived and a stored one are the same image in two encodings without loss. False where that
     * is not certain: a file is damaged, or breaks a limit. Throws 503 and QueueFullError where the server is too busy.
     */
    async isSame(arrived: Arrived, twinId: string, sender: string): Promise<boolean> {
      const signal = AbortSignal.timeout(MAX_WAIT);
      const work = async () => {
        const object = await storage.open(`files/${arrived.id}`);
        const { size } = arrived;
        const location = { offset: 0, length: size, size, isDeflated: false };
        try {
          return await compareWith({ object, location }, twinId, signal);
        } finally {
          await object.close();
        }
      };
      try {
        return await queue.run(sender, work, signal);
      } catch (error) {
        if (error === signal.reason || isFaultOfFile(error)) return false;
        if (error instanceof DecoderFailure)
          throw unavailable(genericMessages.unavailable?.admin ?? '');
        throw error;
      }
    },
  };
}

/** An instance whose bytes are stored, without a row. */
interface Arrived {
  readonly id: string;
  readonly size: number;
}

/** Whether the files, or the time that they take, ended a comparison; not the server that ends or cannot start a process. */
function isFaultOfFile(error: unknown): boolean {
  if (error instanceof RejectedFile || error instanceof MissingFile) return true;
  return error instanceof DecoderFailure && error.reason !== 'closed' && error.reason !== 'start';
}
