import type { Checkup } from '@deqiq/contract/checkups.ts';
import { type FileLink, hasPicturePreview } from '@deqiq/contract/files.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { compareNaturally } from '../../lib/natural-order.ts';
import type { EarlierExamination, Examination, ViewerFile } from '../../viewer/viewer.tsx';
import { describeImaging } from '../file-viewer/describe-imaging.ts';
import { isPending, isViewable } from '../file-viewer/file-previews.ts';
import { checkupDay } from '../file-viewer/format.ts';

/** Whose pictures they are, and of what examination; '' where neither is known, as of a partner's shipment. */
export function subjectOf({ firstName, lastName, name }: Checkup): string {
  return [`${firstName} ${lastName}`.trim(), name].filter(Boolean).join(' · ');
}

/** The files of a checkup that the viewer can open: the results in the order of their numbers, then the others. */
export function viewerFilesOf({ xrayFileLinks, fileLinks }: Checkup, role: Role): ViewerFile[] {
  return [...xrayFileLinks.toSorted(compareNaturally), ...fileLinks]
    .filter((file) => isViewable(file, role) || isPending(file))
    .map((file) => toViewerFile(file, role));
}

/** DICOM's abbreviation of panoramic X-rays. */
const PANORAMIC = 'PX';

function toViewerFile(file: FileLink, role: Role): ViewerFile {
  const { id, name, url, previewUrl, imaging } = file;
  const isPhoto = hasPicturePreview(name, role);
  const hasPixels = imaging.state === 'ready' && !isPhoto && imaging.kind !== 'document';
  return {
    ...{ id, name, previewUrl, state: imaging.state, kind: imaging.kind },
    description: describeImaging(imaging),
    derivedUrl: hasPixels ? imaging.url : undefined,
    photoUrl: isPhoto ? url : undefined,
    hasSides: imaging.modality === PANORAMIC,
  };
}

/** Whose pictures they are, and of what, for what the viewer saves and prints. */
export const examinationOf = (checkup: Checkup): Examination => ({
  patient: `${checkup.firstName} ${checkup.lastName}`.trim(),
  title: checkup.name,
  day: checkupDay(checkup),
});

/** Earlier examinations as the viewer offers them for comparison. */
export const earlierOf = (checkups: readonly Checkup[], role: Role): EarlierExamination[] =>
  checkups.map((checkup) => ({
    id: checkup._id,
    title: [checkup.name, checkupDay(checkup)].filter(Boolean).join(' · '),
    files: viewerFilesOf(checkup, role),
  }));
