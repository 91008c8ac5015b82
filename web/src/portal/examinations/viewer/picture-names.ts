import { formatDay } from '../../../lib/format.ts';
import type { ViewerFile } from '../../../viewer/viewer.tsx';
import { type DescribedPicture, findModalityName } from '../file-viewer/describe-imaging.ts';
import { fileKind } from '../file-viewer/format.ts';

/** A picture whose name is still that of its file, and what DICOM says of it. */
export type Picture = { readonly file: ViewerFile; readonly summary: DescribedPicture };

/** Names pictures: "KLKT 2 · 20.11.2026 · export.zip". The kind is first, because a phone cuts off the end. */
export function namePictures(pictures: readonly Picture[]): ViewerFile[] {
  if (pictures.length === 1) return pictures.map(({ file }) => file);
  const kinds = pictures.map(nameKind);
  return pictures.map(({ file, summary: { acquiredOn } }, index) => {
    const kind = kinds[index] ?? '';
    const number = countKind(kind, kinds.slice(0, index + 1));
    const title = countKind(kind, kinds) > 1 ? `${kind} ${number}` : kind;
    const day = acquiredOn ? formatDay(acquiredOn) : '';
    return { ...file, name: [title, day, file.name].filter(Boolean).join(' · ') };
  });
}

const nameKind = ({ file, summary }: Picture): string =>
  findModalityName(summary) || fileKind(file.name);

const countKind = (kind: string, kinds: readonly string[]): number =>
  kinds.filter((other) => other === kind).length;
