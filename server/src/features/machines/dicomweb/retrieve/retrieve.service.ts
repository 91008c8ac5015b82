import * as dicomwebMessages from '@deqiq/messages/machines/dicomweb.js';
import type { Db } from '../../../../platform/db/tables.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import type { AcceptedType } from '../../../../platform/http/requests/accept.ts';
import { type Body, toBody } from '../../../../platform/http/sending/multipart-related.ts';
import type { Storage } from '../../../../platform/storage/storage.ts';
import { type ResourcePath, toMetadata } from '../search/found-instances.ts';
import type { DecodingService, Requester } from './decoding.service.ts';
import { readInstanceTexts } from './instances/instance-texts.ts';
import { acceptsMultipartBytes, OCTETS } from './media-types.ts';
import { partReader } from './parts.ts';
import {
  type Found,
  type FramesPath,
  findInstances,
  openFrames,
  openInstances,
  openRendered,
  type RenderedPath,
  type RenderingRequest,
  type Retrieval,
  recordOpenings,
} from './retrieval.ts';

interface Deps extends Pick<Retrieval, 'db' | 'files' | 'results' | 'reports'> {
  storage: Storage;
  decoding: DecodingService;
}

export type RetrieveService = ReturnType<typeof retrieveService>;

/** WADO-RS (PS3.18, 10.4): instances, metadata, frames, pictures and bulk data. */
export function retrieveService({ db, storage, files, results, reports, decoding }: Deps) {
  const parts = partReader({ storage, decoding });
  const retrieval: Retrieval = { db, files, results, reports, parts };

  return {
    /** The attributes of each instance as JSON. Bulk data has the addresses below `base`. */
    async readMetadata(
      actor: Actor,
      path: ResourcePath,
      base: string,
    ): Promise<AsyncGenerator<string>> {
      const rows = await findInstances(retrieval, actor, path);
      await recordOpenings(retrieval, actor, rows, 'view');
      return listMetadata(db, rows, base);
    },

    openInstances: (requester: Requester, path: ResourcePath, accepted: readonly AcceptedType[]) =>
      openInstances(retrieval, requester, path, accepted),

    /** Frames by their numbers, from 1. */
    openFrames: (requester: Requester, path: FramesPath, accepted: readonly AcceptedType[]) =>
      openFrames(retrieval, requester, path, accepted),

    /** Pictures of frames, or one picture that represents the resource where the client wants no multipart body. */
    openRendered: (requester: Requester, path: RenderedPath, request: RenderingRequest) =>
      openRendered(retrieval, requester, path, request),

    /** A value that the metadata refers to: `offset-length` within the instance, exactly as it was named. */
    async openBulkData(
      actor: Actor,
      { name, ...path }: ResourcePath & { readonly name: string },
      accepted: readonly AcceptedType[],
    ): Promise<Body> {
      const [row] = await findInstances(retrieval, actor, path);
      if (!(await isNamed(db, row, name))) throw notFound(dicomwebMessages.notFound());
      const isMultipart = acceptsMultipartBytes(accepted);
      await recordOpenings(retrieval, actor, [row], 'view');
      const wanted = { ranges: [name.split('-').map(Number)], headers: { 'Content-Type': OCTETS } };
      return toBody({ isMultipart, mediaType: OCTETS }, parts.readRanges(row, wanted, actor));
    },
  };
}

async function* listMetadata(db: Db, rows: readonly Found[], base: string): AsyncGenerator<string> {
  for await (const one of readInstanceTexts(db, 'all', rows)) yield toMetadata(one, base);
}

/** Whether the metadata of an instance contains this value of bulk data. */
async function isNamed(db: Db, row: Found, name: string): Promise<boolean> {
  for await (const { texts } of readInstanceTexts(db, 'all', [row]))
    if (texts.some((text) => text.includes(`"BulkDataURI":"${name}"`))) return true;
  return false;
}
