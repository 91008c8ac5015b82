import { formatTag, Tag } from '../../../../platform/dicom/tags.ts';
import { escapeXml } from '../../../../platform/xml.ts';
import type { Outcome } from './deliveries.ts';
import type { InstanceHeader } from './instance-header.ts';

/** Warning reason (0008,1196): stored, but kept aside from another instance of the same UID. */
const KEPT_ASIDE = 0xb000;

type Value = string | number | DataSet;

/** Elements by their tags in hexadecimal digits (PS3.18, F.2). */
interface DataSet {
  readonly [tag: string]: {
    readonly vr: 'UI' | 'UR' | 'US' | 'SQ';
    readonly Value: readonly Value[];
  };
}

/** PS3.18, 10.5.3: all are stored, some, or none. */
export function findStatus(outcomes: readonly Outcome[]): 200 | 202 | 409 {
  const count = (kind: Outcome['kind']) => outcomes.filter((one) => one.kind === kind).length;
  if (count('failed') === outcomes.length) return 409;
  return count('failed') + count('conflict') > 0 ? 202 : 200;
}

/** The Store Instances Response Module (PS3.18, table I.1-1). `base`: the address of DICOMweb. */
export function describeOutcomes(outcomes: readonly Outcome[], base: string): DataSet {
  const stored: DataSet[] = [];
  const failed: DataSet[] = [];
  const others: DataSet[] = [];
  const studies = new Set<string>();
  for (const outcome of outcomes) {
    const { header } = outcome;
    if (outcome.kind === 'failed') {
      const reason = attribute(Tag.failureReason, 'US', [outcome.reason]);
      if (header) failed.push({ ...describeInstance(header), ...reason });
      else others.push(reason);
    } else if (header) {
      studies.add(header.studyUid);
      const path = `/series/${header.seriesUid}/instances/${header.sopUid}`;
      stored.push({
        ...describeInstance(header),
        ...attribute(Tag.retrieveUrl, 'UR', [`${base}/studies/${header.studyUid}${path}`]),
        ...(outcome.kind === 'conflict' && attribute(Tag.warningReason, 'US', [KEPT_ASIDE])),
      });
    }
  }
  const [study] = studies;
  return {
    ...(studies.size === 1 && attribute(Tag.retrieveUrl, 'UR', [`${base}/studies/${study}`])),
    ...(failed.length > 0 && attribute(Tag.failedSopSequence, 'SQ', failed)),
    ...(stored.length > 0 && attribute(Tag.referencedSopSequence, 'SQ', stored)),
    ...(others.length > 0 && attribute(Tag.otherFailuresSequence, 'SQ', others)),
  };
}

const describeInstance = ({ sopClassUid, sopUid }: InstanceHeader): DataSet => ({
  ...attribute(Tag.referencedSopClassUid, 'UI', [sopClassUid]),
  ...attribute(Tag.referencedSopInstanceUid, 'UI', [sopUid]),
});

const attribute = (tag: number, vr: DataSet[string]['vr'], Value: readonly Value[]): DataSet => ({
  [formatTag(tag)]: { vr, Value },
});

/** The same as Native DICOM Model (PS3.19, A.1). Values are UIDs, addresses and numbers. */
export const toXml = (data: DataSet): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<NativeDicomModel xmlns="http://dicom.nema.org/PS3.19/models/NativeDICOM">${elements(data)}</NativeDicomModel>\n`;

const keywords: Readonly<Record<number, string>> = {
  [Tag.referencedSopClassUid]: 'ReferencedSOPClassUID',
  [Tag.referencedSopInstanceUid]: 'ReferencedSOPInstanceUID',
  [Tag.retrieveUrl]: 'RetrieveURL',
  [Tag.warningReason]: 'WarningReason',
  [Tag.failureReason]: 'FailureReason',
  [Tag.failedSopSequence]: 'FailedSOPSequence',
  [Tag.referencedSopSequence]: 'ReferencedSOPSequence',
  [Tag.otherFailuresSequence]: 'OtherFailuresSequence',
};

const elements = (data: DataSet): string =>
  Object.entries(data)
    .map(([tag, { vr, Value }]) => {
      const values = Value.map((value, index) =>
        typeof value === 'object'
          ? `<Item number="${index + 1}">${elements(value)}</Item>`
          : `<Value number="${index + 1}">${escapeXml(String(value))}</Value>`,
      );
      const name = keywords[Number.parseInt(tag, 16)] ?? '';
      return `<DicomAttribute tag="${tag}" vr="${vr}" keyword="${name}">${values.join('')}</DicomAttribute>`;
    })
    .join('');
