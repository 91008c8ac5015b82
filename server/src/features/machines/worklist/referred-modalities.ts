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

/** A machine that staff have entered. */
export interface Machine {
  readonly id: string;
  readonly kind: DeviceKind;
  /** Examinations of the kinds of examination that name it. */
  readonly offered: readonly string[];
}

/**
 * The modality with which a machine makes an examination; undefined where it does not make it. It makes what its kind can, what is
 * offered with it, and what it has an appointment for. For a machine that staff have not entered all are possible.
 */
export function findModality(
  examination: ReferredExamination,
  { device_id }: { readonly device_id: string | null },
  machine: Machine | undefined,
): string | undefined {
  if (examination === 'model-scan') return undefined;
  const isPossible =
    machine === undefined ||
    device_id === machine.id ||
    machine.offered.includes(examination) ||
    possible[machine.kind].includes(examination);
  if (!isPossible) return undefined;
  return examination === 'tmj' && machine?.kind === 'cbct' ? 'CT' : modalities[examination];
}
