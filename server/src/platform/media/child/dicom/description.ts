import type { SpacingKind } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { decodeDicomText, formatPersonName } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import type { DataSet } from 'dicom-parser';
import { parseDicomDate, parseDicomDateTime, parseDicomTime } from '../../../dicom/dates.ts';
import { Tag } from '../../../dicom/tags.ts';
import { UID_PATTERN } from '../../../dicom/uids.ts';
import type { DicomDescription } from '../../derivation.ts';
import { findDataSet } from './frame-attributes.ts';
import { findElement, readNumber, readNumbers, readString } from './values.ts';

/** Characters of a text that are kept. */
const MAX_TEXT = 200;

/** Reads the elements of PS3.3 that identify a picture. Never throws. */
export function describe(data: DataSet): DicomDescription {
  const text = (tag: number) => readText(data, tag);
  const date = (tag: number) => parseDicomDate(text(tag));
  const time = (tag: number) => parseDicomTime(text(tag));
  const acquired = parseDicomDateTime(text(Tag.acquisitionDateTime));
  const burnedIn = text(Tag.burnedInAnnotation);
  return {
    modality: text(Tag.modality).toUpperCase(),
    patientName: formatPersonName(text(Tag.patientName)),
    patientId: text(Tag.patientId),
    birthDate: date(Tag.patientBirthDate),
    sex: /^[MFO]$/.test(text(Tag.patientSex)) ? text(Tag.patientSex) : '',
    manufacturer: text(Tag.manufacturer),
    device: text(Tag.manufacturerModelName),
    bodyPart: text(Tag.bodyPartExamined),
    studyDescription: text(Tag.studyDescription),
    seriesDescription: text(Tag.seriesDescription),
    accessionNumber: text(Tag.accessionNumber),
    // Of the acquisition; where that is missing, of the content, the series, the study.
    acquiredOn: first(
      date(Tag.acquisitionDate),
      acquired.date,
      date(Tag.contentDate),
      date(Tag.seriesDate),
      date(Tag.studyDate),
    ),
    acquiredAt: first(
      time(Tag.acquisitionTime),
      acquired.time,
      time(Tag.contentTime),
      time(Tag.seriesTime),
      time(Tag.studyTime),
    ),
    hasBurnedInText: burnedIn === 'YES' ? true : burnedIn === 'NO' ? false : undefined,
    studyUid: toUid(text(Tag.studyInstanceUid)),
    seriesUid: toUid(text(Tag.seriesInstanceUid)),
    sopUid: toUid(text(Tag.sopInstanceUid)),
    sopClassUid: toUid(text(Tag.sopClassUid)),
    instanceNumber: readNumber(data, Tag.instanceNumber) ?? 0,
  };
}

function readText(data: DataSet, tag: number): string {
  const element = findElement(data, tag);
  if (!element || element.length <= 0 || element.items) return '';
  const { dataOffset, length } = element;
  const bytes = data.byteArray.subarray(dataOffset, dataOffset + Math.min(length, 1_024));
  return decodeDicomText(bytes, readString(data, Tag.specificCharacterSet)).slice(0, MAX_TEXT);
}

const first = (...values: readonly string[]): string => values.find(Boolean) ?? '';

const toUid = (value: string): string => (UID_PATTERN.test(value) ? value : '');

export interface Spacing {
  /** Millimetres between columns, and between rows. */
  readonly values: readonly [column: number, row: number] | undefined;
  readonly kind: SpacingKind;
}

/** Modalities whose Pixel Spacing is measured in the patient, not on the detector. */
const CROSS_SECTIONAL = new Set(['CT', 'MR', 'PT', 'NM']);

/**
 * Pixel spacing and what it means (PS3.3, 10.7.1.3): calibrated, at the detector or unknown. A projection image
 * without calibration has magnified distances even where it has Pixel Spacing.
 */
export function readSpacing(data: DataSet, modality: string): Spacing {
  const pixel = positive(readNumbers(findDataSet(data, 0, Tag.pixelSpacing), Tag.pixelSpacing, 2));
  const imager = positive(readNumbers(data, Tag.imagerPixelSpacing, 2));
  const nominal = positive(readNumbers(data, Tag.nominalScannedPixelSpacing, 2));
  if (pixel) {
    const isEqual = imager && pixel.every((value, index) => value === imager[index]);
    const isCalibrated =
      CROSS_SECTIONAL.has(modality) ||
      (readText(data, Tag.pixelSpacingCalibrationType) !== '' && !isEqual) ||
      (imager !== undefined && !isEqual);
    return { values: [pixel[1], pixel[0]], kind: isCalibrated ? 'calibrated' : 'detector' };
  }
  const detector = imager ?? nominal;
  if (detector) return { values: [detector[1], detector[0]], kind: 'detector' };
  return { values: undefined, kind: 'unknown' };
}

/** DICOM writes the distance of rows first. */
function positive(values: number[] | undefined): [number, number] | undefined {
  const [row = 0, column = 0] = values ?? [];
  return row > 0 && column > 0 && row < 100 && column < 100 ? [row, column] : undefined;
}
