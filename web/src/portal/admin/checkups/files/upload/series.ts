import { acceptedFileTypes, findContentType } from '@deqiq/contract/imaging/files.ts';
import { MAX_FILES_PER_CALL } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/checkup-uploads.js';
import type { Selection } from '../../../../../api/imaging/uploads/uploads.ts';
import type { FolderFile } from '../../../../../lib/files/folders.ts';
import { confirm } from '../../../../../ui/overlay/confirm.tsx';

/** DICOM files from which on they are offered as one series. */
const SERIES = 10;

export const isSlice = ({ file }: Selection) =>
  findContentType(file.name) === acceptedFileTypes.dcm;

/** How many DICOM files could be joined to one; 0 where they are too few for a series. */
export function countJoinable(selections: readonly Selection[]): number {
  const count = selections.filter(isSlice).length;
  return count > SERIES ? count : 0;
}

/** Paths in the archive; files of the same name are told apart. */
export function toSeries(name: string, slices: readonly Selection[]): FolderFile[] {
  const paths = new Set<string>();
  return slices.map(({ file }, index) => {
    const plain = `${name}/${file.name}`;
    const path = paths.has(plain) ? `${name}/${index}-${file.name}` : plain;
    paths.add(path);
    return { path, file };
  });
}

/** Asks where the files are slices of a series, and too many for one call. */
export async function wantsSeries(selections: readonly Selection[]): Promise<boolean> {
  const count = countJoinable(selections);
  if (count === 0) return false;
  return confirm({
    title: texts.joinQuestion(),
    text: texts.joinExplanation({ max: MAX_FILES_PER_CALL, count }),
    confirm: texts.join(),
  });
}
