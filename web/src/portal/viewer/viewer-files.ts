import type { CreateAnnotation, UpdateAnnotation } from '@deqiq/contract/annotations.ts';
import type { Checkup } from '@deqiq/contract/checkups.ts';
import { type FileLink, hasPicturePreview } from '@deqiq/contract/files.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { compareNaturally } from '../../lib/natural-order.ts';
import type {
  AnnotationsApi,
  EarlierExamination,
  Examination,
  ViewerFile,
} from '../../viewer/viewer.tsx';
import {
  type DescribedPicture,
  describeImaging,
  findPictureNotes,
} from '../file-viewer/describe-imaging.ts';
import { isPending, isViewable } from '../file-viewer/file-previews.ts';
import { checkupDay } from '../file-viewer/format.ts';

/** Whose pictures they are, and of what examination; '' where neither is known, as of a partner's shipment. */
export function subjectOf({ firstName, lastName, name }: Checkup): string {
  return [`${firstName} ${lastName}`.trim(), name].filter(Boolean).join(' · ');
}

/**
 * The pictures of a checkup that the viewer can open: those of the results in the order of their numbers, then the
 * others.
 */
export function viewerFilesOf({ xrayFileLinks, fileLinks }: Checkup, role: Role): ViewerFile[] {
  return toViewerFiles([...xrayFileLinks.toSorted(compareNaturally), ...fileLinks], role);
}

const toViewerFiles = (files: readonly FileLink[], role: Role): ViewerFile[] =>
  files
    .filter((file) => isViewable(file, role) || isPending(file))
    .flatMap((file) => [toViewerFile(file, role), ...listOthers(file)]);

/** DICOM's abbreviation of panoramic X-rays. */
const PANORAMIC = 'PX';

/** Between the id of a file and the number of its picture. */
const NUMBER_MARK = '~';

/** The id of the file that a picture of the viewer belongs to. */
export const fileIdOf = (pictureId: string): string => pictureId.split(NUMBER_MARK)[0] ?? '';

function toViewerFile(file: FileLink, role: Role): ViewerFile {
  const { id, name, url, previewUrl, imaging } = file;
  const { others, ...first } = imaging;
  const isPhoto = hasPicturePreview(name, role);
  const hasPixels = imaging.state === 'ready' && !isPhoto && imaging.kind !== 'document';
  return {
    id,
    name: others ? nameOf(file, 0, first) : name,
    previewUrl,
    state: imaging.state,
    kind: imaging.kind,
    description: describeImaging(first),
    notes: findPictureNotes(first),
    series: imaging.series,
    derivedUrl: hasPixels ? imaging.url : undefined,
    photoUrl: isPhoto ? url : undefined,
    hasSides: imaging.modality === PANORAMIC,
  };
}

/** "CT.zip · 2/3 · Panoramik · 2800 × 1500": the list of the viewer tells the pictures of one file apart. */
const nameOf = ({ name, imaging }: FileLink, index: number, picture: DescribedPicture): string =>
  [name, `${index + 1}/${(imaging.others?.length ?? 0) + 1}`, describeImaging(picture)].join(' · ');

/** The longer side of the preview that the viewer shows first. */
const PREVIEW = 1280;

/** The pictures of a file after its first one. */
function listOthers(file: FileLink): ViewerFile[] {
  const { id, imaging } = file;
  const { url, state, others = [] } = imaging;
  if (!url) return [];
  return others.map((picture, index): ViewerFile => {
    const derivedUrl = `${url}${index + 1}-`;
    const size = picture.previews?.findLast((side) => side <= PREVIEW);
    return {
      id: `${id}${NUMBER_MARK}${index + 1}`,
      name: nameOf(file, index + 1, picture),
      previewUrl: size ? `${derivedUrl}preview-${size}` : undefined,
      state,
      kind: picture.kind,
      description: describeImaging(picture),
      notes: findPictureNotes(picture),
      series: picture.series,
      derivedUrl,
      photoUrl: undefined,
      hasSides: picture.modality === PANORAMIC,
    };
  });
}

/**
 * The annotations of pictures, where the server knows those of files: each carries the series of its picture. Those
 * without one belong to the first picture of their file.
 */
export function annotatePictures(
  api: AnnotationsApi,
  files: readonly ViewerFile[],
): AnnotationsApi {
  const seriesOf = (id: string) => files.find((file) => file.id === id)?.series;
  const withSeries = <Body extends CreateAnnotation | UpdateAnnotation>(id: string, body: Body) => {
    const series = seriesOf(id);
    return series ? { ...body, content: { ...body.content, series } } : body;
  };
  return {
    async list(id, signal) {
      const all = await api.list(fileIdOf(id), signal);
      const first = seriesOf(fileIdOf(id));
      const own = seriesOf(id);
      return all.filter(({ content }) => !own || (content.series ?? first) === own);
    },
    create: (id, body) => api.create(fileIdOf(id), withSeries(id, body)),
    update: (id, annotation, body) => api.update(fileIdOf(id), annotation, withSeries(id, body)),
    remove: (id, annotation, version) => api.remove(fileIdOf(id), annotation, version),
  };
}

/** Whose pictures they are, and of what, for what the viewer saves and prints. */
export const examinationOf = (checkup: Checkup): Examination => ({
  patient: `${checkup.firstName} ${checkup.lastName}`.trim(),
  title: checkup.name,
  day: checkupDay(checkup),
});

/** Other examinations as the viewer offers them for comparison: their X-rays, without referral slips and photos. */
export const earlierOf = (checkups: readonly Checkup[], role: Role): EarlierExamination[] =>
  checkups.map((checkup) => ({
    id: checkup._id,
    title: [checkup.name, checkupDay(checkup)].filter(Boolean).join(' · '),
    files: toViewerFiles(checkup.xrayFileLinks.toSorted(compareNaturally), role),
  }));
