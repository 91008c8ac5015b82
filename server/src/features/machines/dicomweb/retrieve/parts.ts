import { AppError } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import type { Part } from '../../../../platform/http/sending/multipart-related.ts';
import type { FrameParts } from '../../../../platform/media/dicom-index.ts';
import type { Storage } from '../../../../platform/storage/storage.ts';
import type { FoundInstance as Found } from '../instances.repo.ts';
import { type RenderedFrame, toLocation } from '../search/found-instances.ts';
import type { DecodingService, Requester } from './decoding.service.ts';
import { collectRanges, groupRanges, inflationQueue, isCollected } from './inflated-ranges.ts';
import { instanceReader } from './instances/instance-bytes.ts';
import { cacheObject, readFile, readParts } from './instances/stored-instances.ts';
import type { Representation } from './media-types.ts';
import type { PictureOptions } from './rendering.ts';

/** Frames of one decoder job. */
const BATCH_SIZE = 8;

export type PartReader = ReturnType<typeof partReader>;

/** Makes the parts of responses one by one, while they are sent. */
export function partReader({ storage, decoding }: { storage: Storage; decoding: DecodingService }) {
  const inflation = inflationQueue();

  /** An instance in another transfer syntax; undefined where that fails and the stored one is acceptable. */
  async function transcodeFile(
    row: Found,
    { transferSyntax, isOptional }: Representation,
    requester: Requester,
  ): Promise<Buffer | undefined> {
    const params = { location: toLocation(row), transferSyntax, frames: undefined };
    try {
      return (await decoding.decode('transcode-dicom', row.object_id, params, requester))[0];
    } catch (error) {
      if (isOptional && error instanceof AppError && error.status === 406) return undefined;
      throw error;
    }
  }

  /** Whole instances, each a file of PS3.10. */
  async function* readInstances(
    parts: readonly InstancePart[],
    requester: Requester,
  ): AsyncGenerator<Part> {
    const objects = cacheObject(storage);
    try {
      for (const { row, representation, bytes } of parts) {
        const file =
          bytes ??
          (representation.transcoding && (await transcodeFile(row, representation, requester)));
        if (file) yield { headers: partHeaders(representation), bytes: yieldOnce(file) };
        else
          yield {
            headers: partHeaders({ ...representation, transferSyntax: row.transfer_syntax }),
            bytes: readFile(await objects.open(row.object_id), row),
          };
      }
    } finally {
      await objects.close();
    }
  }

  /** Frames by their numbers, from 1, in another encoding than the stored one. */
  async function* decodeFrames(
    row: Found,
    { numbers, representation }: { numbers: readonly number[]; representation: Representation },
    requester: Requester,
  ): AsyncGenerator<Part> {
    const { transferSyntax } = representation;
    for (let at = 0; at < numbers.length; at += BATCH_SIZE) {
      const frames = numbers.slice(at, at + BATCH_SIZE).map((number) => number - 1);
      const params = { location: toLocation(row), transferSyntax, frames };
      const decoded = await decoding.decode('transcode-dicom', row.object_id, params, requester);
      for (const bytes of decoded)
        yield { headers: partHeaders(representation), bytes: yieldOnce(bytes) };
    }
  }

  /** Ranges of the stored bytes of an instance, one part each. */
  async function* readRanges(
    row: Found,
    { ranges, headers }: { ranges: readonly FrameParts[]; headers: Record<string, string> },
    { personId }: Pick<Actor, 'personId'>,
  ): AsyncGenerator<Part> {
    const object = await storage.open(`files/${row.object_id}`);
    const reader = instanceReader(object, toLocation(row));
    try {
      for (const group of row.is_deflated === 1 ? groupRanges(ranges) : [ranges]) {
        const inflated =
          row.is_deflated === 1 && isCollected(group)
            ? await inflation.run(personId, () => collectRanges(object, toLocation(row), group))
            : undefined;
        for (const [index, parts] of group.entries()) {
          const bytes = inflated?.[index];
          yield { headers, bytes: bytes ? yieldOnce(bytes) : readParts(reader, parts) };
        }
      }
    } finally {
      reader.close();
      await object.close();
    }
  }

  async function* renderFrames(
    frames: readonly RenderedFrame[],
    { options, mediaType }: { options: PictureOptions; mediaType: string },
    requester: Requester,
  ): AsyncGenerator<Part> {
    for (const { row, frame } of frames) {
      const params = { ...options, location: toLocation(row), frame };
      const [picture] = await decoding.decode('render-dicom', row.object_id, params, requester);
      if (picture) yield { headers: { 'Content-Type': mediaType }, bytes: yieldOnce(picture) };
    }
  }

  return { readInstances, decodeFrames, readRanges, renderFrames };
}

export const partHeaders = ({ mediaType, transferSyntax }: Representation) => ({
  'Content-Type': `${mediaType}; transfer-syntax=${transferSyntax}`,
});

export interface InstancePart {
  readonly row: Found;
  readonly representation: Representation;
  /** Of an instance that is not stored. */
  readonly bytes: Buffer | undefined;
}

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
