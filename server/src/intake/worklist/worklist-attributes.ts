import type { WorklistEntry } from '@deqiq/contract/machines/intake/worklist.ts';
import { Tag } from '../../platform/dicom/tags.ts';
import { LO_MAX, toDa, toLine, toPersonName } from '../../platform/dicom/texts.ts';

/** How the value of a key in a query is compared (PS3.4, C.2.2.2). */
export type Matching = 'text' | 'date' | 'any';

export interface Attribute {
  /** Of the value in an answer. */
  readonly vr: string;
  /** `any`: every value of the query matches. */
  readonly matching: Matching | ((entry: WorklistEntry) => Matching);
  /** `queried`: the value that the machine asks for, '' if it asks for all. */
  readonly value: (entry: WorklistEntry, queried: string, machine: string) => string;
}

/** Modality in answers to a machine that asks for all: panoramic X-ray. */
const MODALITY = 'PX';

/** Enumerated values of (0010,21C0), as decimal numbers (PS3.3, C.2.3). */
const PREGNANCY: Readonly<Record<string, string>> = { no: '1', possible: '2', yes: '3' };

const SH_MAX = 16;

const text = (vr: string, max: number, value: (entry: WorklistEntry) => string): Attribute => ({
  vr,
  matching: 'text',
  value: (entry) => toLine(value(entry), max),
});

const code = (vr: string) => text(vr, SH_MAX, ({ accessionNumber }) => accessionNumber);

/** The first value of a key; '' where it is a pattern, which is no value. */
function firstValue(queried: string): string {
  const [first = ''] = queried.split('\\');
  return /[*?]/.test(first) ? '' : first;
}

/** Attributes of the patient, the request and the step (PS3.4, table K.6-1), which have a value; all others match and are answered empty. */
export const attributes: ReadonlyMap<number, Attribute> = new Map<number, Attribute>([
  [Tag.accessionNumber, code('SH')],
  [Tag.requestedProcedureId, code('SH')],
  [Tag.scheduledProcedureStepId, code('SH')],
  [Tag.patientId, text('LO', LO_MAX, (entry) => entry.patientId ?? entry.accessionNumber)],
  [
    Tag.patientBirthDate,
    {
      vr: 'DA',
      matching: ({ birthDate }) => (birthDate ? 'date' : 'any'),
      value: ({ birthDate = '' }) => toDa(birthDate),
    },
  ],
  [
    Tag.patientSex,
    { vr: 'CS', matching: ({ sex }) => (sex ? 'text' : 'any'), value: ({ sex = '' }) => sex },
  ],
  [
    Tag.pregnancyStatus,
    { vr: 'US', matching: 'any', value: ({ pregnancy }) => PREGNANCY[pregnancy ?? ''] ?? '' },
  ],
  [Tag.patientName, { vr: 'PN', matching: 'text', value: ({ patient }) => toPersonName(patient) }],
  [
    Tag.referringPhysicianName,
    { vr: 'PN', matching: 'any', value: ({ referrer }) => toPersonName(referrer) },
  ],
  [Tag.studyInstanceUid, { vr: 'UI', matching: 'text', value: ({ studyUid }) => studyUid }],
  [Tag.requestedProcedureDescription, text('LO', LO_MAX, ({ description }) => description)],
  [Tag.scheduledProcedureStepDescription, text('LO', LO_MAX, ({ description }) => description)],
  [
    Tag.scheduledProcedureStepStartDate,
    { vr: 'DA', matching: 'date', value: ({ date }) => toDa(date) },
  ],
  // Without an appointment it has no hour and no machine: every machine gets it with its own values.
  [
    Tag.scheduledProcedureStepStartTime,
    { vr: 'TM', matching: 'any', value: ({ time = '000000' }) => time },
  ],
  [
    Tag.modality,
    {
      vr: 'CS',
      matching: ({ modality }) => (modality ? 'text' : 'any'),
      value: ({ modality }, queried) => modality ?? (firstValue(queried) || MODALITY),
    },
  ],
  [
    Tag.scheduledStationAeTitle,
    { vr: 'AE', matching: 'any', value: (_, queried, machine) => firstValue(queried) || machine },
  ],
]);
