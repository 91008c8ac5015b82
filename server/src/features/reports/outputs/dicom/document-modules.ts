import type { Attributes } from '../../../../platform/dicom/data-set.ts';
import { IMPLEMENTATION_VERSION } from '../../../../platform/dicom/file-meta.ts';
import { Tag } from '../../../../platform/dicom/tags.ts';
import {
  splitPersonName,
  toDa,
  toLine,
  toLo,
  toPersonName,
} from '../../../../platform/dicom/texts.ts';
import { deriveUid } from '../../../../platform/dicom/uids.ts';
import { atProvider } from '../../../../platform/time.ts';
import type { DicomPicture, SignedReport } from '../signed-report.ts';
import { codingSchemes } from './codes.ts';

type Kind = 'structured-report' | 'key-objects' | 'presentation-state';

/** A signed report stays as it is, but it gets addenda, a countersignature and a withdrawal: other instances. */
export const instanceUid = (report: SignedReport, kind: Kind, ...more: readonly string[]): string =>
  deriveUid(
    kind,
    report.id,
    String(report.version),
    ...report.addenda.map(({ sha256 }) => sha256),
    report.countersigner?.at ?? '',
    report.withdrawal?.at ?? '',
    ...more,
  );

/** The day and time of an instant at the provider, as DA and TM. */
export function toDaAndTm(instant: string): readonly [date: string, time: string] {
  const moment = atProvider(Date.parse(instant));
  return [
    toDa(moment.toPlainDate().toString()),
    moment.toPlainTime().toString({ smallestUnit: 'second' }).replaceAll(':', ''),
  ];
}

/** As DT, in the zone that the instance names. */
export const toDt = (instant: string): string => toDaAndTm(instant).join('');

const SEXES = { female: 'F', male: 'M' } as const;

/** The series of each kind. Numbers are far above those of devices. */
const series = {
  'structured-report': { modality: 'SR', number: 9001, description: 'Diagnostic report' },
  'key-objects': { modality: 'KO', number: 9002, description: 'Key images of the report' },
  'presentation-state': { modality: 'PR', number: 9003, description: 'Views of the key images' },
} as const;

/** Patient, study, series, equipment and SOP common attributes (PS3.3, C.7 and C.12.1). */
export function documentModules(report: SignedReport, kind: Kind, number: number): Attributes {
  const { patient, checkup, referral, letterhead } = report;
  const { modality, number: seriesNumber, description } = series[kind];
  const organization = toLo(letterhead.name);
  const offset = atProvider(Date.parse(report.signedAt)).offset.replace(':', '');
  return [
    [Tag.timezoneOffsetFromUtc, offset],
    ...codingSchemes(organization),
    [Tag.patientName, toPersonName(patient)],
    [Tag.patientId, toLo(patient.idInStudy)],
    [Tag.patientBirthDate, toDa(patient.birthDate ?? '')],
    [Tag.patientSex, patient.sex ? SEXES[patient.sex] : ''],
    [Tag.studyInstanceUid, checkup.studyUid],
    [Tag.studyDate, toDa(checkup.date)],
    [Tag.studyTime, ''],
    [Tag.studyId, toLine(checkup.code, 16)],
    [Tag.accessionNumber, toLine(checkup.code, 16)],
    [Tag.studyDescription, toLo(checkup.name)],
    [Tag.referringPhysicianName, referral ? toPersonName(referral.doctor) : ''],
    [Tag.modality, modality],
    [Tag.seriesInstanceUid, deriveUid('series', kind, report.id)],
    [Tag.seriesNumber, seriesNumber],
    [Tag.seriesDescription, description],
    [Tag.manufacturer, organization],
    [Tag.institutionName, organization],
    [Tag.manufacturerModelName, 'Deqiq'],
    [Tag.softwareVersions, IMPLEMENTATION_VERSION],
    [Tag.instanceNumber, number],
  ];
}

/** The content's author, for presentation states. */
export const creatorName = (report: SignedReport): string => splitPersonName(report.signer.name);

interface Reference {
  readonly studyUid: string;
  readonly sopClassUid: string;
  readonly sopUid: string;
  readonly seriesUid: string;
}

/** Instances by their study and series, each once (PS3.3, table C.17-3). */
export function evidence(references: readonly Reference[]): Attributes {
  const byStudy = Map.groupBy(references, ({ studyUid }) => studyUid);
  const items = [...byStudy].map(
    ([studyUid, ofStudy]): Attributes => [
      [Tag.studyInstanceUid, studyUid],
      [Tag.referencedSeriesSequence, listSeries(ofStudy)],
    ],
  );
  return [[Tag.currentRequestedProcedureEvidenceSequence, items.length > 0 ? items : undefined]];
}

const listSeries = (references: readonly Reference[]): Attributes[] =>
  [...Map.groupBy(references, ({ seriesUid }) => seriesUid)].map(([seriesUid, instances]) => [
    [Tag.seriesInstanceUid, seriesUid],
    [Tag.referencedSopSequence, uniqueReferences(instances)],
  ]);

const uniqueReferences = (instances: readonly Reference[]): Attributes[] =>
  [...new Map(instances.map((instance) => [instance.sopUid, instance])).values()].map(
    ({ sopClassUid, sopUid }) => [
      [Tag.referencedSopClassUid, sopClassUid],
      [Tag.referencedSopInstanceUid, sopUid],
    ],
  );

/** Every picture that the report names, each once. */
export function listPictures(report: SignedReport): DicomPicture[] {
  const named = [
    ...report.pictures,
    ...[...report.measurements, ...report.keyImages].flatMap(({ picture }) => picture ?? []),
    ...report.keyImages.flatMap(({ annotations }) =>
      annotations.flatMap(({ picture }) => picture ?? []),
    ),
  ];
  return [...new Map(named.map((picture) => [picture.sopUid, picture])).values()];
}
