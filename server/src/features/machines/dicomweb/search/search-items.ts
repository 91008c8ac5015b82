import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Level, levelTags } from '../../../../platform/dicom/levels.ts';
import { Tag } from '../../../../platform/dicom/tags.ts';
import type { DicomAttribute } from '../../../../platform/media/dicom-index.ts';
import * as instances from '../instances.repo.ts';
import { readInstanceTexts } from '../retrieve/instances/instance-texts.ts';
import type * as repo from '../studies.repo.ts';
import {
  add,
  addLine,
  addUid,
  addUrl,
  joinLines,
  type Lines,
  selectLines,
  splitLines,
} from './attribute-lines.ts';
import { readStudies, type Scope, type Studies } from './related-studies.ts';
import type { SearchQuery } from './search-query.ts';

/** Studies or series of one query. */
const BATCH_SIZE = 50;

/** The same where each may bring a text of megabytes. */
const FULL_BATCH_SIZE = 4;

const findExtent = (included: SearchQuery['included']): instances.Extent => {
  const isBrief =
    included !== 'all' &&
    included.every((tag) => Object.values(levelTags).some((tags) => tags.includes(tag)));
  return isBrief ? 'brief' : 'all';
};

/** The JSON of each study, in this order. */
export async function* listStudyItems(
  scope: Scope,
  uids: readonly string[],
): AsyncGenerator<string> {
  for (const batch of split(uids, findExtent(scope.included))) {
    await letOthersRun();
    const studies = await readStudies(scope, batch);
    for (const uid of batch) {
      const text = await findFullText(scope, studies.listRows(uid)[0]);
      const lines = studyLines(scope, uid, studies, { text, included: scope.included });
      yield joinLines(lines);
    }
  }
}

/** The JSON of each series, in this order. */
export async function* listSeriesItems(
  scope: Scope,
  found: readonly { readonly study_uid: string; readonly series_uid: string }[],
): AsyncGenerator<string> {
  for (const batch of split(found, findExtent(scope.included))) {
    await letOthersRun();
    const studies = await readStudies(scope, [...new Set(batch.map((row) => row.study_uid))]);
    for (const { study_uid: study, series_uid: series } of batch) {
      const row = studies.listRows(study).find((one) => one.series_uid === series);
      const lines: Lines = scope.path.study ? new Map() : studyLines(scope, study, studies);
      const text = await findFullText(scope, row);
      add(lines, selectLines(splitLines(text ?? '{}'), ['series'], scope.included));
      addUid(lines, Tag.studyInstanceUid, study);
      addLine(lines, Tag.modality, { vr: 'CS', ...(row?.modality && { Value: [row.modality] }) });
      addUid(lines, Tag.seriesInstanceUid, series);
      addUrl(lines, `${scope.base}/studies/${study}/series/${series}`);
      addLine(lines, Tag.numberOfSeriesRelatedInstances, {
        vr: 'IS',
        Value: [studies.count(study, series)],
      });
      yield joinLines(lines);
    }
  }
}

/** The JSON of each instance, in this order. */
export async function* listInstanceItems(
  scope: Scope,
  rows: readonly instances.FoundInstance[],
): AsyncGenerator<string> {
  const { db, reader, base, path, included } = scope;
  const levels: Level[] = path.series ? ['instance'] : ['series', 'instance'];
  const uids = [...new Set(rows.map((row) => row.study_uid))];
  const studies = path.study ? undefined : await readStudies({ db, reader }, uids);
  for await (const { row, texts } of readInstanceTexts(db, findExtent(included), rows)) {
    const { study_uid: study, series_uid: series, sop_uid: sop } = row;
    const lines: Lines = studies ? studyLines(scope, study, studies) : new Map();
    for (const text of texts) add(lines, selectLines(splitLines(text), levels, included));
    addUid(lines, Tag.studyInstanceUid, study);
    addUid(lines, Tag.seriesInstanceUid, series);
    addUid(lines, Tag.sopClassUid, row.sop_class_uid);
    addUid(lines, Tag.sopInstanceUid, sop);
    addLine(lines, Tag.instanceAvailability, ONLINE);
    addUrl(lines, `${base}/studies/${study}/series/${series}/instances/${sop}`);
    yield joinLines(lines);
  }
}

/** The text of a series with what the client asks for. */
const findFullText = async ({ db, included }: Scope, row: repo.SeriesRow | undefined) =>
  row && findExtent(included) === 'all'
    ? instances.findSeriesText(db, 'all', { file_id: row.file_id, series: row.number })
    : row?.brief;

/** `found`: in a search for studies. The further fields of a series or instance are its own. */
function studyLines(
  { base }: Scope,
  study: string,
  studies: Studies,
  found?: { readonly text: string | undefined; readonly included: SearchQuery['included'] },
): Lines {
  const rows = studies.listRows(study);
  const modalities = [...new Set(rows.map((row) => row.modality).filter(Boolean))];
  const text = found?.text ?? rows[0]?.brief ?? '{}';
  const lines = selectLines(splitLines(text), ['study'], found?.included ?? []);
  addLine(lines, Tag.instanceAvailability, ONLINE);
  addLine(lines, Tag.modalitiesInStudy, {
    vr: 'CS',
    ...(modalities.length > 0 && { Value: modalities }),
  });
  addUid(lines, Tag.studyInstanceUid, study);
  addUrl(lines, `${base}/studies/${study}`);
  const series = new Set(rows.map((row) => row.series_uid)).size;
  addLine(lines, Tag.numberOfStudyRelatedSeries, { vr: 'IS', Value: [series] });
  addLine(lines, Tag.numberOfStudyRelatedInstances, { vr: 'IS', Value: [studies.count(study)] });
  return lines;
}

const ONLINE: DicomAttribute = { vr: 'CS', Value: ['ONLINE'] };

function* split<T>(items: readonly T[], extent: instances.Extent): Generator<readonly T[]> {
  const size = extent === 'all' ? FULL_BATCH_SIZE : BATCH_SIZE;
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
