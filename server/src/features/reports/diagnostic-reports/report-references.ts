import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import * as reportMessages from '@deqiq/messages/reports/reports.js';
import type { Db } from '../../../platform/db/tables.ts';
import { invalid } from '../../../platform/errors.ts';
import * as repo from './reports.repo.ts';

/** Ids of annotations that a report measures with or draws. */
export const listAnnotationIds = ({ measurements, keyImages }: ReportContent): string[] => [
  ...new Set([...measurements, ...keyImages.flatMap(({ view }) => view?.annotations ?? [])]),
];

export const listFileIds = ({ keyImages }: ReportContent): string[] => [
  ...new Set(keyImages.map(({ file }) => file)),
];

/**
 * Throws 400 where a report names a file or an annotation of another checkup. `before`: the content of the draft. Something that
 * was deleted since it was chosen must not keep an author from saving; the signature asks without `before`.
 */
export async function assertReferences(
  db: Db,
  checkupId: string,
  content: ReportContent,
  before?: ReportContent,
) {
  const wanted = { files: listFileIds(content), annotations: listAnnotationIds(content) };
  if (wanted.files.length + wanted.annotations.length === 0) return { files: [], annotations: [] };
  const files = await repo.listFiles(db, checkupId);
  const fileIds = files.map(({ id }) => id);
  const annotations = await repo.listAnnotations(db, fileIds, wanted.annotations);
  const validFiles = new Set([...fileIds, ...(before ? listFileIds(before) : [])]);
  if (wanted.files.some((id) => !validFiles.has(id)))
    throw invalid('content.keyImages', reportMessages.badKeyImage());
  const valid = new Set([
    ...annotations.map(({ client_id }) => client_id),
    ...(before ? listAnnotationIds(before) : []),
  ]);
  if (wanted.annotations.some((id) => !valid.has(id)))
    throw invalid('content.measurements', reportMessages.badMeasurement());
  return { files: files.filter(({ id }) => wanted.files.includes(id)), annotations };
}
