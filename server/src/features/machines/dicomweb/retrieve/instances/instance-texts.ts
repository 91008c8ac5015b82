import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Db } from '../../../../../platform/db/tables.ts';
import * as instances from '../../instances.repo.ts';

/** Instances whose attributes one query reads. */
const BATCH_SIZE = 16;

/** Characters of a text that takes a noticeable time to divide. */
const LONG_TEXT = 64 * 1024;

export interface InstanceTexts {
  readonly row: instances.FoundInstance;
  /** Attributes of the series, and those of the instance. */
  readonly texts: readonly [series: string, instance: string];
}

/** The attributes of instances, in this order and in bounded batches, without those that a new index lacks. */
export async function* readInstanceTexts(
  db: Db,
  extent: instances.Extent,
  rows: readonly instances.FoundInstance[],
): AsyncGenerator<InstanceTexts> {
  let current = { file_id: '', series: -1 };
  let ofSeries: string | undefined;
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    await letOthersRun();
    const batch = rows.slice(at, at + BATCH_SIZE);
    const texts = await readTexts(db, extent, batch);
    for (const row of batch) {
      if (row.file_id !== current.file_id || row.series !== current.series) {
        ofSeries = await instances.findSeriesText(db, extent, row);
        current = row;
      }
      if ((ofSeries?.length ?? 0) > LONG_TEXT) await letOthersRun();
      const ofInstance = texts.get(row);
      if (ofSeries !== undefined && ofInstance !== undefined)
        yield { row, texts: [ofSeries, ofInstance] };
    }
  }
}

async function readTexts(
  db: Db,
  extent: instances.Extent,
  batch: readonly instances.FoundInstance[],
) {
  const texts = new Map<instances.FoundInstance, string>();
  for (const [fileId, rows] of Map.groupBy(batch, (row) => row.file_id)) {
    const numbers = rows.map((row) => row.number);
    const ofFile = await instances.listInstanceTexts(db, extent, fileId, numbers);
    for (const row of rows) {
      const text = ofFile.get(row.number);
      if (text !== undefined) texts.set(row, text);
    }
  }
  return texts;
}
