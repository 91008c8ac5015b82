import * as dicomwebMessages from '@deqiq/messages/machines/dicomweb.js';
import {
  EXPLICIT_BIG_ENDIAN,
  findCompression,
} from '../../../../platform/dicom/transfer-syntaxes.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import type { InstanceLocation } from '../../../../platform/media/dicom-index.ts';
import type { FoundInstance as Found } from '../instances.repo.ts';
import type { StoredEncoding } from '../retrieve/instances/instance-representations.ts';
import type { InstanceTexts } from '../retrieve/instances/instance-texts.ts';
import { containsBulkData } from './attribute-lines.ts';
import type { Condition } from './search-query.ts';

/** The resource of a path: a study, one of its series, or one of its instances. */
export interface ResourcePath {
  readonly study: string;
  readonly series?: string | undefined;
  readonly instance?: string | undefined;
}

/** The conditions of a search that finds what a path names. */
export function pathConditions({ study, series, instance }: Partial<ResourcePath>): Condition[] {
  const equal = (column: 'study_uid' | 'series_uid' | 'sop_uid', value: string | undefined) =>
    value === undefined ? [] : [{ column, kind: 'in', values: [value] } as const];
  return [
    ...equal('study_uid', study),
    ...equal('series_uid', series),
    ...equal('sop_uid', instance),
  ];
}

export const canDecode = (row: Found): boolean =>
  row.frames > 0 && findCompression(row.transfer_syntax) !== undefined;

export const toStoredEncoding = (row: Found): StoredEncoding => ({
  transferSyntax: row.transfer_syntax,
  canTranscode: canDecode(row) && row.transfer_syntax !== EXPLICIT_BIG_ENDIAN,
});

export const toLocation = (row: Found): InstanceLocation => ({
  offset: row.byte_offset,
  length: row.byte_length,
  size: row.size,
  isDeflated: row.is_deflated === 1,
});

/** Joined as texts: parsing the attributes of a whole series would block the server. */
export function toMetadata({ row, texts }: InstanceTexts, base: string): string {
  const { study_uid: study, series_uid: series, sop_uid: sop } = row;
  const url = `${base}/studies/${study}/series/${series}/instances/${sop}`;
  const pixels = `"7FE00010":{"vr":"OW","BulkDataURI":"${url}/frames/1"}`;
  const members = texts
    .map((text) => text.slice(1, -1))
    .concat(row.frames === 1 ? pixels : '')
    .filter(Boolean);
  const text = `{${members.join(',')}}`;
  return containsBulkData(text)
    ? text.replaceAll(/"BulkDataURI":"(\d+-\d+)"/g, `"BulkDataURI":"${url}/bulkdata/$1"`)
    : text;
}

export interface RenderedFrame {
  readonly row: Found;
  /** From 0. */
  readonly frame: number;
}

/** The frame that represents a study or a series: the middle one of the middle instance. */
export function findRepresentative(rows: readonly Found[]): RenderedFrame {
  const row = rows[Math.floor(rows.length / 2)];
  if (!row) throw notFound(dicomwebMessages.notFound());
  return { row, frame: Math.floor(row.frames / 2) };
}

export const listFrames = (rows: readonly Found[], numbers: readonly number[] | undefined) =>
  rows.flatMap((row): RenderedFrame[] =>
    numbers
      ? numbers.map((number) => ({ row, frame: number - 1 }))
      : Array.from({ length: row.frames }, (_, frame) => ({ row, frame })),
  );

export function assertFrames(row: Found, numbers: readonly number[]): void {
  if (numbers.some((number) => number < 1 || number > row.frames))
    throw notFound(dicomwebMessages.notFound());
}

export const createTooManyFramesError = () =>
  new AppError('malformed', 400, dicomwebMessages.tooMany());
