import { MAX_REQUESTED_FRAMES } from '@deqiq/contract/machines/dicomweb.ts';
import * as dicomwebMessages from '@deqiq/messages/machines/dicomweb.js';
import { findReportId } from '../../../../platform/db/report-index.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import { EXPLICIT_LITTLE_ENDIAN } from '../../../../platform/dicom/transfer-syntaxes.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import type { AcceptedType } from '../../../../platform/http/requests/accept.ts';
import { type Body, toBody } from '../../../../platform/http/sending/multipart-related.ts';
import type { FrameParts } from '../../../../platform/media/dicom-index.ts';
import type { ResultsService } from '../../../examinations/results/results.service.ts';
import type { FilesService } from '../../../imaging/files/files.service.ts';
import * as repo from '../instances.repo.ts';
import { toReader } from '../reader.ts';
import {
  assertFrames,
  canDecode,
  createTooManyFramesError,
  findRepresentative,
  listFrames,
  pathConditions,
  type ResourcePath,
  toStoredEncoding,
} from '../search/found-instances.ts';
import type { Requester } from './decoding.service.ts';
import { chooseFrames } from './frame-representations.ts';
import { chooseInstances } from './instances/instance-representations.ts';
import { type PartReader, partHeaders } from './parts.ts';
import { choosePicture, parseOptions } from './rendering.ts';

export type FramesPath = ResourcePath & { readonly numbers: readonly number[] };

export interface RenderingRequest {
  readonly accepted: readonly AcceptedType[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly isThumbnail: boolean;
}

export type RenderedPath = ResourcePath & { readonly numbers?: readonly number[] | undefined };

/** A file that is written when it is read. */
export interface WrittenInstance {
  readonly sopUid: string;
  readonly bytes: Buffer;
}

export interface Retrieval {
  readonly db: Db;
  readonly reports: {
    /** The instances of a signed report as they are now. */
    writeInstances(id: string, signal: AbortSignal): Promise<readonly WrittenInstance[]>;
  };
  readonly files: Pick<FilesService, 'recordOpening'>;
  readonly results: Pick<ResultsService, 'open'>;
  readonly parts: PartReader;
}

export type Found = repo.FoundInstance;

export async function findInstances(
  { db }: Retrieval,
  actor: Actor,
  path: ResourcePath,
): Promise<[Found, ...Found[]]> {
  const [first, ...others] = await repo.listInstances(db, toReader(actor), pathConditions(path));
  if (!first) throw notFound(dicomwebMessages.notFound());
  return [first, ...others];
}

/** Records the opening of every file that these instances are in. A result that its partner has opened is not new. */
export async function recordOpenings(
  { db, files, results }: Retrieval,
  actor: Actor,
  rows: readonly Found[],
  action: 'view' | 'download',
) {
  const open = async (fileId: string) => {
    if (actor.role !== 'partner') return;
    const checkupId = await repo.findCheckupId(db, fileId);
    if (checkupId) await results.open(actor, checkupId);
  };
  const ids = new Set(rows.map((row) => row.file_id));
  await Promise.all(
    [...ids].map((fileId) => {
      const report = findReportId(fileId);
      const opening = report
        ? ({ object: 'diagnostic-report', fileId: report } as const)
        : { fileId };
      return files.recordOpening(actor, { ...opening, action }, () => open(fileId));
    }),
  );
}

/** The instances of reports among these, by their UIDs. */
async function writeReports(
  { reports }: Retrieval,
  { signal }: Requester,
  rows: readonly Found[],
): Promise<ReadonlyMap<string, Buffer>> {
  const ids = new Set(rows.flatMap((row) => findReportId(row.file_id) ?? []));
  const written = await Promise.all([...ids].map((id) => reports.writeInstances(id, signal)));
  return new Map(written.flat().map(({ sopUid, bytes }) => [sopUid, bytes]));
}

export async function openInstances(
  retrieval: Retrieval,
  requester: Requester,
  path: ResourcePath,
  accepted: readonly AcceptedType[],
): Promise<Body> {
  const found = await findInstances(retrieval, requester.actor, path);
  const written = await writeReports(retrieval, requester, found);
  // A picture that was deleted or held back since has no presentation state any more.
  const rows = found.filter((row) => !findReportId(row.file_id) || written.has(row.sop_uid));
  if (rows.length === 0) throw notFound(dicomwebMessages.notFound());
  const { isMultipart, representations } = chooseInstances(
    accepted,
    rows.map(toStoredEncoding),
    path.instance !== undefined,
  );
  await recordOpenings(retrieval, requester.actor, rows, 'download');
  const instances = rows.flatMap((row, index) => {
    const representation = representations[index];
    return representation ? [{ row, representation, bytes: written.get(row.sop_uid) }] : [];
  });
  const body = retrieval.parts.readInstances(instances, requester);
  return toBody({ isMultipart, mediaType: 'application/dicom' }, body);
}

export async function openFrames(
  retrieval: Retrieval,
  requester: Requester,
  { numbers, ...path }: FramesPath,
  accepted: readonly AcceptedType[],
): Promise<Body> {
  const [row] = await findInstances(retrieval, requester.actor, path);
  assertFrames(row, numbers);
  const locations = await repo.findFrameParts(retrieval.db, row);
  const located: FrameParts[] | undefined = JSON.parse(locations ?? 'null') ?? undefined;
  const representation = chooseFrames(accepted, {
    stored: located ? row.transfer_syntax : EXPLICIT_LITTLE_ENDIAN,
    canDecode: canDecode(row),
    isOne: numbers.length === 1,
  });
  await recordOpenings(retrieval, requester.actor, [row], 'view');
  if (representation.transcoding || !located)
    return toBody(
      representation,
      retrieval.parts.decodeFrames(row, { numbers, representation }, requester),
    );
  const ranges = numbers.map((number) => located[number - 1] ?? []);
  const wanted = { ranges, headers: partHeaders(representation) };
  return toBody(representation, retrieval.parts.readRanges(row, wanted, requester.actor));
}

export async function openRendered(
  retrieval: Retrieval,
  requester: Requester,
  { numbers, ...path }: RenderedPath,
  { accepted, query, isThumbnail }: RenderingRequest,
): Promise<Body> {
  const rows = (await findInstances(retrieval, requester.actor, path)).filter(canDecode);
  const [first] = rows;
  if (!first) throw notFound(dicomwebMessages.notFound());
  if (numbers) assertFrames(first, numbers);
  const needsMultipart = !isThumbnail && numbers !== undefined && numbers.length > 1;
  const choice = choosePicture(accepted, needsMultipart);
  const options = parseOptions(query, choice.mediaType, isThumbnail);
  const isOne = isThumbnail || !choice.isMultipart;
  const all = isOne && !numbers ? [findRepresentative(rows)] : listFrames(rows, numbers);
  const frames = isOne ? all.slice(0, 1) : all;
  if (frames.length > MAX_REQUESTED_FRAMES) throw createTooManyFramesError();
  const shown = frames.map(({ row }) => row);
  await recordOpenings(retrieval, requester.actor, shown, 'view');
  return toBody(
    choice,
    retrieval.parts.renderFrames(frames, { options, mediaType: choice.mediaType }, requester),
  );
}
