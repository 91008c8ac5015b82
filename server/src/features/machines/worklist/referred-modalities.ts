import type { DeviceKind } from '@deqiq/contract/machines/devices.ts';
import type { ReferredExamination } from '@deqiq/contract/referrals/referrals.ts';

/** Modalities of DICOM (PS3.3, C.7.3.1.1.1). Scans of models come from programs, which load no worklist. */
const modalities: Readonly<Record<Exclude<ReferredExamination, 'model-scan'>, string>> = {
  panoramic: 'PX',
  cbct: 'CT',
  cephalometric: 'DX',
  bitewing: 'IO',
  periapical: 'IO',
  tmj: 'PX',
  sinus: 'CT',
  photo: 'XC',
};

/** The examinations that a machine can make, by the kind under which staff have entered it. */
const possible: Readonly<Record<DeviceKind, readonly ReferredExamination[]>> = {
  panoramic: ['panoramic', 'cephalometric', 'tmj'],
  cbct: ['cbct', 'sinus', 'tmj'],
  sensor: ['bitewing', 'periapical'],
  scanner: [],
  program: [],
};

/**
 * The modality with which a machine makes an examination; undefined where it does not make it. Without a kind, for a
 * machine that staff have not entered, all are possible.
 */
export function findModality(
  examination: ReferredExamination,
  kind: DeviceKind | undefined,
): string | undefined {
  if (examination === 'model-scan') return undefined;
  if (kind !== undefined && !possible[kind].includes(examination)) return undefined;
  return examination === 'tmj' && kind === 'cbct' ? 'CT' : modalities[examination];
}
