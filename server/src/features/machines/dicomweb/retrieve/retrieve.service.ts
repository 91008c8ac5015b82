import { dicomwebMessages, MAX_REQUESTED_FRAMES } from '@deqiq/contract/machines/dicomweb.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import { EXPLICIT_LITTLE_ENDIAN } from '../../../../platform/dicom/transfer-syntaxes.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import type { AcceptedType } from '../../../../platform/http/requests/accept.ts';
import { type Body, toBody } from '../../../../platform/http/sending/multipart-related.ts';
import type { FrameParts } from '../../../../platform/media/dicom-index.ts';
import type { Storage } from '../../../../platform/storage/storage.ts';
import type { ResultsService } from '../../../examinations/results/results.service.ts';
import type { FilesService } from '../../../imaging/files/files.service.ts';
import * as repo from '../dicomweb.repo.ts';
import { viewerOf } from '../reader.ts';
import {
  assertFrames,
  canDecode,
  findRepresentative,
  listFrames,
  pathConditions,
  type ResourcePath,
  toMetadata,
  tooManyFrames,
  toStoredEncoding,
} from '../search/found-instances.ts';
import type { DecodingService, Requester } from './decoding.service.ts';
import { readInstanceTexts } from './instance-texts.ts';
import { acceptsMultipartBytes, chooseFrames, chooseInstances, OCTETS } from './media-types.ts';
import { partHeaders, partReader } from './parts.ts';
import { choosePicture, parseOptions } from './rendering.ts';

type FramesPath = ResourcePath & { readonly numbers: readonly number[] };

interface RenderingRequest {
  readonly accepted: readonly AcceptedType[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly isThumbnail: boolean;
}

interface Deps {
  db: Db;
  storage: Storage;
  files: Pick<FilesService, 'recordOpening'>;
  results: Pick<ResultsService, 'open'>;
  decoding: DecodingService;
}

type Found = repo.FoundInstance;

export type RetrieveService = ReturnType<typeof retrieveService>;

/** WADO-RS (PS3.18, 10.4): instances, metadata, frames, pictures and bulk data. */
export function retrieveService({ db, storage, files, results, decoding }: Deps) {
  const parts = partReader({ storage, decoding });

  async function find(actor: Actor, path: ResourcePath): Promise<[Found, ...Found[]]> {
    const [first, ...others] = await repo.listInstances(db, viewerOf(actor), pathConditions(path));
    if (!first) throw notFound(dicomwebMessages.notFound);
    return [first, ...others];
  }

  /** Records the opening of every file that these instances are in. A result that its partner has opened is not new. */
  async function record(actor: Actor, rows: readonly Found[], action: 'view' | 'download') {
    const open = async (fileId: string) => {
      if (actor.role !== 'partner') return;
      const checkupId = await repo.findCheckupId(db, fileId);
      if (checkupId) await results.open(actor, checkupId);
    };
    const ids = new Set(rows.map((row) => row.file_id));
    await Promise.all(
      [...ids].map((fileId) => files.recordOpening(actor, { fileId, action }, () => open(fileId))),
    );
  }

  return {
    /** The attributes of each instance as JSON. Bulk data has the addresses below `base`. */
    async readMetadata(
      actor: Actor,
      path: ResourcePath,
      base: string,
    ): Promise<AsyncGenerator<string>> {
      const rows = await find(actor, path);
      await record(actor, rows, 'view');
      return listMetadata(db, rows, base);
    },

    /** Whole instances. */
    async openInstances(
      requester: Requester,
      path: ResourcePath,
      accepted: readonly AcceptedType[],
    ): Promise<Body> {
      const rows = await find(requester.actor, path);
      const { isMultipart, representations } = chooseInstances(
        accepted,
        rows.map(toStoredEncoding),
        path.instance !== undefined,
      );
      await record(requester.actor, rows, 'download');
      const instances = rows.flatMap((row, index) => {
        const representation = representations[index];
        return representation ? [{ row, representation }] : [];
      });
      const body = parts.readInstances(instances, requester);
      return toBody({ isMultipart, mediaType: 'application/dicom' }, body);
    },

    /** Frames by their numbers, from 1. */
    async openFrames(
      requester: Requester,
      { numbers, ...path }: FramesPath,
      accepted: readonly AcceptedType[],
    ): Promise<Body> {
      const [row] = await find(requester.actor, path);
      assertFrames(row, numbers);
      const locations = await repo.findFrameParts(db, row);
      const located: FrameParts[] | undefined = JSON.parse(locations ?? 'null') ?? undefined;
      const representation = chooseFrames(accepted, {
        stored: located ? row.transfer_syntax : EXPLICIT_LITTLE_ENDIAN,
        canDecode: canDecode(row),
        isOne: numbers.length === 1,
      });
      await record(requester.actor, [row], 'view');
      if (representation.transcoding || !located)
        return toBody(
          representation,
          parts.decodeFrames(row, { numbers, representation }, requester),
        );
      const ranges = numbers.map((number) => located[number - 1] ?? []);
      const wanted = { ranges, headers: partHeaders(representation) };
      return toBody(representation, parts.readRanges(row, wanted, requester.actor));
    },

    /** Pictures of frames, or one picture that represents the resource where the client wants no multipart body. */
    async openRendered(
      requester: Requester,
      { numbers, ...path }: ResourcePath & { readonly numbers?: readonly number[] | undefined },
      { accepted, query, isThumbnail }: RenderingRequest,
    ): Promise<Body> {
      const rows = (await find(requester.actor, path)).filter(canDecode);
      const [first] = rows;
      if (!first) throw notFound(dicomwebMessages.notFound);
      if (numbers) assertFrames(first, numbers);
      const needsMultipart = !isThumbnail && numbers !== undefined && numbers.length > 1;
      const choice = choosePicture(accepted, needsMultipart);
      const options = parseOptions(query, choice.mediaType, isThumbnail);
      const isOne = isThumbnail || !choice.isMultipart;
      const all = isOne && !numbers ? [findRepresentative(rows)] : listFrames(rows, numbers);
      const frames = isOne ? all.slice(0, 1) : all;
      if (frames.length > MAX_REQUESTED_FRAMES) throw tooManyFrames();
      const shown = frames.map(({ row }) => row);
      await record(requester.actor, shown, 'view');
      return toBody(
        choice,
        parts.renderFrames(frames, { options, mediaType: choice.mediaType }, requester),
      );
    },

    /** A value that the metadata refers to: `offset-length` within the instance, exactly as it was named. */
    async openBulkData(
      actor: Actor,
      { name, ...path }: ResourcePath & { readonly name: string },
      accepted: readonly AcceptedType[],
    ): Promise<Body> {
      const [row] = await find(actor, path);
      if (!(await isNamed(db, row, name))) throw notFound(dicomwebMessages.notFound);
      const isMultipart = acceptsMultipartBytes(accepted);
      await record(actor, [row], 'view');
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
