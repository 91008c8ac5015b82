import type { SpacingKind } from '@deqiq/contract/shared/derivatives.ts';
import { decodeDicomText, formatPersonName } from '@deqiq/contract/shared/dicom-text.ts';
import type { DataSet } from 'dicom-parser';
import type { DicomDescription } from '../../derivation.ts';
import { parseDicomDate, parseDicomDateTime, parseDicomTime } from '../../dicom-dates.ts';
import { UID_PATTERN } from '../../dicom-encoding.ts';
import { dataSetOf } from './frame-attributes.ts';
import { readNumber, readNumbers } from './numbers.ts';

/** Characters of a text that are kept. */
const MAX_TEXT = 200;

/** Reads the elements of PS3.3 that identify a picture. Never throws. */
export function describe(data: DataSet): DicomDescription {
  const text = (tag: string) => readText(data, tag);
  const date = (tag: string) => parseDicomDate(text(tag));
  const time = (tag: string) => parseDicomTime(text(tag));
  const acquired = parseDicomDateTime(text('x0008002a'));
  const burnedIn = text('x00280301');
  return {
    modality: text('x00080060').toUpperCase(),
    patientName: formatPersonName(text('x00100010')),
    patientId: text('x00100020'),
    birthDate: date('x00100030'),
    sex: /^[MFO]$/.test(text('x00100040')) ? text('x00100040') : '',
    manufacturer: text('x00080070'),
    device: text('x00081090'),
    bodyPart: text('x00180015'),
    studyDescription: text('x00081030'),
    seriesDescription: text('x0008103e'),
    accessionNumber: text('x00080050'),
    // Of the acquisition; where that is missing, of the content, the series, the study.
    acquiredOn: first(
      ...[date('x00080022'), acquired.date, date('x00080023')],
      ...[date('x00080021'), date('x00080020')],
    ),
    acquiredAt: first(
      ...[time('x00080032'), acquired.time, time('x00080033')],
      ...[time('x00080031'), time('x00080030')],
    ),
    hasBurnedInText: burnedIn === 'YES' ? true : burnedIn === 'NO' ? false : undefined,
    studyUid: toUid(text('x0020000d')),
    seriesUid: toUid(text('x0020000e')),
    sopUid: toUid(text('x00080018')),
    sopClassUid: toUid(text('x00080016')),
    instanceNumber: readNumber(data, 'x00200013') ?? 0,
  };
}

function readText(data: DataSet, tag: string): string {
  const element = data.elements[tag];
  if (!element || element.length <= 0 || element.items) return '';
  const { dataOffset, length } = element;
  const bytes = data.byteArray.subarray(dataOffset, dataOffset + Math.min(length, 1_024));
  return decodeDicomText(bytes, data.string('x00080005')?.trim() ?? '').slice(0, MAX_TEXT);
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
  const pixel = positive(readNumbers(dataSetOf(data, 0, 'x00280030'), 'x00280030', 2));
  const imager = positive(readNumbers(data, 'x00181164', 2));
  const nominal = positive(readNumbers(data, 'x00182010', 2));
  if (pixel) {
    const isEqual = imager && pixel.every((value, index) => value === imager[index]);
    const isCalibrated =
      CROSS_SECTIONAL.has(modality) ||
      (readText(data, 'x00280a02') !== '' && !isEqual) ||
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
