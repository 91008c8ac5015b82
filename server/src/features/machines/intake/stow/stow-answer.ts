import type { InstanceHeader } from './instance-header.ts';
import type { Outcome } from './stow.service.ts';

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
      const reason = { '00081197': us(outcome.reason) };
      if (header) failed.push({ ...describeInstance(header), ...reason });
      else others.push(reason);
    } else if (header) {
      studies.add(header.studyUid);
      const path = `/series/${header.seriesUid}/instances/${header.sopUid}`;
      stored.push({
        ...describeInstance(header),
        '00081190': { vr: 'UR', Value: [`${base}/studies/${header.studyUid}${path}`] },
        ...(outcome.kind === 'conflict' && { '00081196': us(KEPT_ASIDE) }),
      });
    }
  }
  const [study] = studies;
  return {
    ...(studies.size === 1 && { '00081190': { vr: 'UR', Value: [`${base}/studies/${study}`] } }),
    ...(failed.length > 0 && { '00081198': { vr: 'SQ', Value: failed } }),
    ...(stored.length > 0 && { '00081199': { vr: 'SQ', Value: stored } }),
    ...(others.length > 0 && { '0008119A': { vr: 'SQ', Value: others } }),
  };
}

const describeInstance = ({ sopClassUid, sopUid }: InstanceHeader): DataSet => ({
  '00081150': { vr: 'UI', Value: [sopClassUid] },
  '00081155': { vr: 'UI', Value: [sopUid] },
});

const us = (value: number) => ({ vr: 'US', Value: [value] }) as const;

/** The same as Native DICOM Model (PS3.19, A.1). Values are UIDs, addresses and numbers. */
export const toXml = (data: DataSet): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<NativeDicomModel xmlns="http://dicom.nema.org/PS3.19/models/NativeDICOM">${elements(data)}</NativeDicomModel>\n`;

const keywords: Readonly<Record<string, string>> = {
  '00081150': 'ReferencedSOPClassUID',
  '00081155': 'ReferencedSOPInstanceUID',
  '00081190': 'RetrieveURL',
  '00081196': 'WarningReason',
  '00081197': 'FailureReason',
  '00081198': 'FailedSOPSequence',
  '00081199': 'ReferencedSOPSequence',
  '0008119A': 'OtherFailuresSequence',
};

const elements = (data: DataSet): string =>
  Object.entries(data)
    .map(([tag, { vr, Value }]) => {
      const values = Value.map((value, index) =>
        typeof value === 'object'
          ? `<Item number="${index + 1}">${elements(value)}</Item>`
          : `<Value number="${index + 1}">${escapeXml(String(value))}</Value>`,
      );
      const name = keywords[tag] ?? '';
      return `<DicomAttribute tag="${tag}" vr="${vr}" keyword="${name}">${values.join('')}</DicomAttribute>`;
    })
    .join('');

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
