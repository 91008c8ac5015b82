import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import type { CreateAnnotation, UpdateAnnotation } from '@deqiq/contract/imaging/annotations.ts';
import { type FileLink, hasPicturePreview } from '@deqiq/contract/imaging/files.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { compareNaturally } from '../../../lib/files/natural-order.ts';
import type {
  AnnotationsApi,
  EarlierExamination,
  Examination,
  ViewerFile,
} from '../../../viewer/viewer.tsx';
import { describeImaging, findPictureNotes } from '../file-viewer/describe-imaging.ts';
import { findThumbnail, hasPixels, isPending, isViewable } from '../file-viewer/file-previews.ts';
import { checkupDay } from '../file-viewer/format.ts';
import { namePictures, type Picture } from './picture-names.ts';

/** Whose pictures they are, and of what examination; '' where neither is known, as of a partner's shipment. */
export function nameSubject({ firstName, lastName, name }: Checkup): string {
  return [`${firstName} ${lastName}`.trim(), translateExaminationName(name)]
    .filter(Boolean)
    .join(' · ');
}

/** The pictures that the viewer can open: those of the results by number, then the others. */
export function toViewerFiles({ xrayFileLinks, fileLinks }: Checkup, role: Role): ViewerFile[] {
  return toPictures([...xrayFileLinks.toSorted(compareNaturally), ...fileLinks], role);
}

const toPictures = (files: readonly FileLink[], role: Role): ViewerFile[] =>
  namePictures(
    files
      .filter((file) => isViewable(file, role) || isPending(file))
      .flatMap((file) => [toPicture(file, role), ...listOthers(file)]),
  );

/** DICOM's abbreviation of panoramic X-rays. */
const PANORAMIC = 'PX';

/** Between the id of a file and the number of its picture. */
const NUMBER_MARK = '~';

/** The id of the file that a picture of the viewer belongs to. */
export const toFileId = (pictureId: string): string => pictureId.split(NUMBER_MARK)[0] ?? '';

/** The picture of a file that has this series; the first one where no series is named. */
export const findPicture = (
  pictures: readonly ViewerFile[],
  fileId: string,
  series: string | undefined,
): string =>
  pictures.find((one) => series && one.series === series && toFileId(one.id) === toFileId(fileId))
    ?.id ?? fileId;

function toPicture(file: FileLink, role: Role): Picture {
  const { id, name, url, previewUrl, imaging } = file;
  const first = { ...imaging, others: [] };
  const isPhoto = hasPicturePreview(name, role);
  return {
    file: {
      id,
      name,
      previewUrl,
      thumbnailUrl: findThumbnail(file),
      state: imaging.state,
      kind: imaging.kind,
      description: describeImaging(first),
      notes: findPictureNotes(first),
      series: imaging.series,
      derivedUrl: hasPixels(file, role) ? imaging.url : undefined,
      photoUrl: isPhoto ? url : undefined,
      hasSides: imaging.modality === PANORAMIC,
    },
    summary: imaging,
  };
}

/** The longer side of the preview that the viewer shows first. */
const PREVIEW = 1280;

function listOthers({ id, name, imaging }: FileLink): Picture[] {
  const { url, state, others = [] } = imaging;
  if (!url) return [];
  return others.map((picture, index): Picture => {
    const derivedUrl = `${url}${index + 1}-`;
    const size = picture.previews?.findLast((side) => side <= PREVIEW);
    const [smallest] = picture.previews ?? [];
    return {
      file: {
        id: `${id}${NUMBER_MARK}${index + 1}`,
        name,
        previewUrl: size ? `${derivedUrl}preview-${size}` : undefined,
        thumbnailUrl: smallest ? `${derivedUrl}preview-${smallest}` : undefined,
        state,
        kind: picture.kind,
        description: describeImaging(picture),
        notes: findPictureNotes(picture),
        series: picture.series,
        derivedUrl,
        photoUrl: undefined,
        hasSides: picture.modality === PANORAMIC,
      },
      summary: picture,
    };
  });
}

/** Annotations of pictures. Each carries its series; those without one belong to the first picture of their file. */
export function annotatePictures(
  api: AnnotationsApi,
  files: readonly ViewerFile[],
): AnnotationsApi {
  const findSeries = (id: string) => files.find((file) => file.id === id)?.series;
  const withSeries = <Body extends CreateAnnotation | UpdateAnnotation>(id: string, body: Body) => {
    const series = findSeries(id);
    return series ? { ...body, content: { ...body.content, series } } : body;
  };
  return {
    async list(id, signal) {
      const all = await api.list(toFileId(id), signal);
      const first = findSeries(toFileId(id));
      const own = findSeries(id);
      return all.filter(({ content }) => !own || (content.series ?? first) === own);
    },
    create: (id, body) => api.create(toFileId(id), withSeries(id, body)),
    update: (id, annotation, body) => api.update(toFileId(id), annotation, withSeries(id, body)),
    remove: (id, annotation, version) => api.remove(toFileId(id), annotation, version),
  };
}

/** Whose pictures they are, and of what, for what the viewer saves and prints. */
export const toExamination = (checkup: Checkup): Examination => ({
  patient: `${checkup.firstName} ${checkup.lastName}`.trim(),
  title: translateExaminationName(checkup.name),
  day: checkupDay(checkup),
});

/** Other examinations as the viewer offers them for comparison: their X-rays, without referral slips and photos. */
export const listEarlier = (checkups: readonly Checkup[], role: Role): EarlierExamination[] =>
  checkups.map((checkup) => ({
    id: checkup._id,
    title: [translateExaminationName(checkup.name), checkupDay(checkup)]
      .filter(Boolean)
      .join(' · '),
    files: toPictures(checkup.xrayFileLinks.toSorted(compareNaturally), role),
  }));
