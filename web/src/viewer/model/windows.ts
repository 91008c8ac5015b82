import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import * as texts from '@deqiq/messages/viewer/presets.js';
import { clamp } from '../geometry/vectors.ts';
import type { Window } from '../pixels/panes.ts';

export type Preset = {
  readonly id: string;
  readonly label: string;
  readonly window: Window;
};

/** Windows in Hounsfield units, as dental CT programs use them. */
const HOUNSFIELD = {
  bone: { centre: 500, width: 2000 },
  soft: { centre: 40, width: 400 },
  endo: { centre: 1200, width: 3000 },
} as const;

/** Where bone begins in Hounsfield units, and otherwise between the percentiles. */
const BONE_HOUNSFIELD = 400;
const BONE_SHARE = 0.55;

/** Hounsfield units below which a voxel is more air than tissue. */
export const AIR_END = -500;

/** Hounsfield units of the tissues whose values a volume without a unit tells. */
const AIR = -1000;
const SOFT = 40;

/** The same for values without a unit or tissues, as fractions of the range between the percentiles. */
const RELATIVE = {
  bone: { centre: 0.62, width: 0.7 },
  soft: { centre: 0.34, width: 0.5 },
  endo: { centre: 0.5, width: 0.55 },
} as const;

const tissueNames = { bone: texts.bone, soft: texts.soft, endo: texts.endo } as const;

/** The windows of a picture: automatic by percentiles, those of the file, and those of the tissues. */
export function listPresets(metadata: PictureMetadata): Preset[] {
  const { windows } = metadata;
  const auto = { id: 'auto', label: texts.auto(), window: automaticWindow(metadata) };
  const fromFile = windows.map(({ centre, width, name }, index) => ({
    id: `file-${index}`,
    label: name || texts.file(),
    window: { centre, width },
  }));
  const tissues = (['bone', 'soft', 'endo'] as const).map((id) => ({
    id,
    label: tissueNames[id](),
    window: tissueWindow(metadata, id),
  }));
  return [auto, ...fromFile, ...(metadata.channels === 1 ? tissues : [])];
}

/**
 * The window between the percentiles of the values, without air and its noise where they are known. It is shown first:
 * devices often write too bright windows.
 */
export function automaticWindow(metadata: PictureMetadata): Window {
  const [lowest, high] = metadata.percentiles;
  const scale = hounsfieldScale(metadata);
  const low = scale ? Math.max(lowest, scale.zero + AIR_END * scale.step) : lowest;
  return { centre: (low + high) / 2, width: Math.max(1, high - low) };
}

/** The measured value from which the 3D view shows bone. */
export function boneThreshold(metadata: PictureMetadata): number {
  const [low, high] = metadata.percentiles;
  const scale = hounsfieldScale(metadata);
  return scale ? scale.zero + BONE_HOUNSFIELD * scale.step : low + (high - low) * BONE_SHARE;
}

function tissueWindow(metadata: PictureMetadata, id: keyof typeof HOUNSFIELD): Window {
  const [low, high] = metadata.percentiles;
  const scale = hounsfieldScale(metadata);
  const { centre, width } = (scale ? HOUNSFIELD : RELATIVE)[id];
  const { zero, step } = scale ?? { zero: low, step: Math.max(1, high - low) };
  return { centre: zero + centre * step, width: Math.max(1, width * step) };
}

/** The measured value at 0 HU, and of one unit; undefined where neither unit nor tissues are there. */
function hounsfieldScale({ unit, tissues }: PictureMetadata) {
  if (unit === 'HU') return { zero: 0, step: 1 };
  const step = tissues && (tissues.soft - tissues.air) / (SOFT - AIR);
  return step ? { zero: tissues.soft - SOFT * step, step } : undefined;
}

/**
 * The window after a drag over a part of the pane: to the right it gets wider, downwards brighter values appear
 * dark. A drag over the whole pane changes it by the range of the picture.
 */
export function dragWindow(
  start: Window,
  [right, down]: readonly [number, number],
  { range: [low, high] }: PictureMetadata,
): Window {
  const span = Math.max(1, high - low);
  return {
    centre: clamp(start.centre + down * span, low - span / 2, high + span / 2),
    width: clamp(start.width + right * span, Math.min(1, span / 256), span * 2),
  };
}
