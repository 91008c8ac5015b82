import { acceptedFileTypes } from '@deqiq/contract/files.ts';
import { mediaMessages } from '@deqiq/contract/shared/errors.ts';
import { LRUCache } from 'lru-cache';
import { unavailable } from '../../platform/errors.ts';
import { readFileMeta } from '../../platform/media/dicom-meta.ts';
import { fairQueue, QueueFullError } from '../../platform/media/fair-queue.ts';
import type { JobInput } from '../../platform/media/jobs.ts';
import {
  type MediaService,
  type Requester,
  UndecodableFile,
} from '../../platform/media/media.service.ts';
import { detectFormat, formatFromType } from '../../platform/media/signature.ts';
import { putObject, readHead, readObject } from '../../platform/storage/small-objects.ts';
import type { Storage, StorageKey, StoredObject } from '../../platform/storage/storage.ts';

/** Longer side of a preview, in pixels. */
const PREVIEW_SIDE = 1_600;

/** Longer side for DICOM files, which browsers cannot show in full size. */
const DICOM_PREVIEW_SIDE = 2_400;

/** Max waiting previews per person: a page requests all of its pictures at once. */
const MAX_WAITING_PER_PERSON = 100;
const MAX_WAITING = 1_000;

/** Max files remembered as broken; lists offer no previews of them. */
const MAX_BROKEN = 1_000;

/** Milliseconds until a broken file is looked up in the database again. */
const BROKEN_RETENTION = 10 * 60_000;

/** Bytes that contain a picture's format, and a DICOM file's transfer syntax. */
const HEAD_BYTES = 16_384;

interface PendingPreview {
  readonly done: Promise<void>;
  /** Adds a request that waits for the same preview. */
  join(signal: AbortSignal | undefined): void;
}

interface Deps {
  storage: Storage;
  media: Pick<MediaService, 'run'>;
  now: () => number;
}

/** Creates previews on first request, stores them next to the files, and shares the work between requests. */
export function previews({ storage, media, now }: Deps) {
  const pending = new Map<string, PendingPreview>();
  /** When each file was found to be broken, in milliseconds. */
  const broken = new LRUCache<string, number>({ max: MAX_BROKEN });
  // The decoders' own queue is short, because forms hold their bytes while they wait. Previews hold nothing.
  const queue = fairQueue({
    concurrency: Number.POSITIVE_INFINITY,
    concurrencyPerClient: 2,
    maxWaitingPerClient: MAX_WAITING_PER_PERSON,
    maxWaiting: MAX_WAITING,
  });

  /** The bytes of the preview; undefined if the file cannot be rendered. */
  async function render(id: string, contentType: string, { actor, signal }: Requester) {
    const source = await open(storage, `files/${id}`);
    const options = { subject: id, actor, signal };
    if (contentType === DICOM) {
      if (!UNCOMPRESSED.has(readFileMeta(source.head)?.uid ?? '')) return undefined;
      const params = { side: DICOM_PREVIEW_SIDE };
      return (await media.run('dicom-preview', params, source.input, options)).outputs[0];
    }
    if (detectFormat(source.head) !== formatFromType(contentType)) return undefined;
    return (await media.run('preview', { side: PREVIEW_SIDE }, source.input, options)).outputs[0];
  }

  async function create(id: string, contentType: string, requester: Requester): Promise<void> {
    const preview = await render(id, contentType, requester).catch(undefinedIfUndecodable);
    if (!preview) {
      broken.set(id, now());
      return;
    }
    await putObject(storage, previewKey(id), preview);
    // The file may be deleted meanwhile: deletion removes the file first, then its preview.
    if (!(await storage.inspect(`files/${id}`))) await storage.remove(previewKey(id));
  }

  /** Aborted when every waiting client has disconnected. */
  function start(
    id: string,
    contentType: string,
    { actor, signal: first }: Requester,
  ): PendingPreview {
    const { signal, join } = sharedSignal();
    join(first);
    const { role, personId } = actor;
    const done = queue
      .run(`${role} ${personId}`, () => create(id, contentType, { actor, signal }), signal)
      .catch((error: unknown) => {
        const isBusy = error instanceof QueueFullError || signal.aborted;
        throw isBusy ? unavailable(mediaMessages[role].busy) : error;
      })
      .finally(() => pending.delete(id));
    return { done, join };
  }

  function isBroken(id: string): boolean {
    const since = broken.get(id);
    return since !== undefined && now() - since < BROKEN_RETENTION;
  }

  return {
    /** Whether a recent attempt in this process failed. */
    isBroken,

    /** Opens the preview of a file; undefined if it cannot be rendered. */
    async open(
      id: string,
      contentType: string,
      requester: Requester,
    ): Promise<StoredObject | undefined> {
      if (isBroken(id)) return undefined;
      const stored = await storage.inspect(previewKey(id));
      if (!stored?.finished) {
        const current = pending.get(id);
        if (current) current.join(requester.signal);
        else pending.set(id, start(id, contentType, requester));
        await pending.get(id)?.done;
      }
      return isBroken(id) ? undefined : storage.open(previewKey(id));
    },
  };
}

const DICOM: string = acceptedFileTypes.dcm;

/** Implicit and explicit VR, little-endian, uncompressed (PS3.5, A.1 and A.2). */
const UNCOMPRESSED: ReadonlySet<string> = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1']);

/** Whether files of this type may have a preview; of DICOM files only those with one uncompressed grey frame. */
export const hasPreview = (contentType: string): boolean =>
  formatFromType(contentType) !== undefined || contentType === DICOM;

export const previewKey = (id: string): StorageKey => `previews/${id}`;

/** The first bytes of a file, and the input for a decoder. */
async function open(storage: Storage, key: StorageKey): Promise<{ head: Buffer; input: JobInput }> {
  const file = await storage.open(key);
  try {
    const head = await readHead(file, HEAD_BYTES);
    const input = file.path === undefined ? await readObject(storage, key) : { path: file.path };
    return { head, input };
  } finally {
    await file.close();
  }
}

/** A signal that aborts when all joined signals have aborted. */
function sharedSignal() {
  const controller = new AbortController();
  let waiting = 0;
  return {
    signal: controller.signal,
    join(signal: AbortSignal | undefined): void {
      waiting += 1;
      const leave = () => {
        waiting -= 1;
        if (waiting === 0) controller.abort();
      };
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    },
  };
}

function undefinedIfUndecodable(error: unknown): undefined {
  if (!(error instanceof UndecodableFile)) throw error;
  return undefined;
}
