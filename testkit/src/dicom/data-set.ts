import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { readFileMeta } from '../../../server/src/platform/dicom/file-meta.ts';
import { DEFLATED } from '../../../server/src/platform/dicom/transfer-syntaxes.ts';

/** The data set of a DICOM file: what follows its file meta information, all of it where there is none. */
export const readDataSet = (file: Buffer): Buffer => file.subarray(readFileMeta(file)?.end ?? 0);

/**
 * SHA-256 of the data set of a DICOM file; of a deflated one, of what it inflates to. Who receives a file writes meta
 * information of their own (PS3.10, 7.1).
 */
export function hashDataSet(file: Buffer): string {
  const isDeflated = readFileMeta(file)?.uid === DEFLATED;
  const dataSet = readDataSet(file);
  return createHash('sha256')
    .update(isDeflated ? inflateRawSync(dataSet) : dataSet)
    .digest('hex');
}
