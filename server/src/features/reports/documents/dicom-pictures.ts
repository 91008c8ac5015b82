import { formatTag, Tag } from '../../../platform/dicom/tags.ts';
import type { DicomJson } from '../../../platform/media/dicom-index.ts';
import type { DicomPicture } from '../outputs/outputs.service.ts';
import type { ReportPicture } from './documents.repo.ts';

/** The first instance of a file; null where it is no DICOM. */
export function toDicomPicture(row: ReportPicture): DicomPicture | null {
  const { sop_uid: sopUid, sop_class_uid: sopClassUid, series_uid: seriesUid } = row;
  if (!sopUid || !sopClassUid || !seriesUid || !row.study_uid) return null;
  const data: DicomJson = { ...JSON.parse(row.shared ?? '{}'), ...JSON.parse(row.own ?? '{}') };
  const values = (tag: number): readonly unknown[] => data[formatTag(tag)]?.Value ?? [];
  const number = (tag: number): number => Number(values(tag)[0] ?? 0);
  const text = (tag: number): string => String(values(tag)[0] ?? '');
  const [rowSpacing, columnSpacing] = values(Tag.pixelSpacing).map(Number);
  const hasRescale = values(Tag.rescaleSlope).length > 0;
  return {
    studyUid: row.study_uid,
    seriesUid,
    sopClassUid,
    sopUid,
    modality: row.modality ?? '',
    rows: number(Tag.rows),
    columns: number(Tag.columns),
    frames: Math.max(1, Number(row.frames ?? 1)),
    photometric: text(Tag.photometricInterpretation),
    pixelSpacing: rowSpacing && columnSpacing ? [rowSpacing, columnSpacing] : null,
    rescale: hasRescale
      ? {
          slope: number(Tag.rescaleSlope),
          intercept: number(Tag.rescaleIntercept),
          type: text(Tag.rescaleType),
        }
      : null,
    frameOfReferenceUid: text(Tag.frameOfReferenceUid) || null,
  };
}
