import type { PictureMetadata } from '@deqiq/contract/shared/derivatives.ts';
import { labels } from '../controls/labels.ts';
import { clamp } from '../geometry/vectors.ts';
import type { Window } from '../pixels/panes.ts';

/** A window that the user may choose. */
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

/** The same for values without a unit, as fractions of the range between the percentiles. */
const RELATIVE = {
  bone: { centre: 0.62, width: 0.7 },
  soft: { centre: 0.34, width: 0.5 },
  endo: { centre: 0.5, width: 0.55 },
} as const;

/** The windows of a picture: automatic by percentiles, those of the file, and those of the tissues. */
export function presetsOf(metadata: PictureMetadata): Preset[] {
  const { windows, unit } = metadata;
  const auto = { id: 'auto', label: labels.presets.auto, window: automaticWindow(metadata) };
  const fromFile = windows.map(({ centre, width, name }, index) => ({
    id: `file-${index}`,
    label: name || labels.presets.file,
    window: { centre, width },
  }));
  const tissues = (['bone', 'soft', 'endo'] as const).map((id) => ({
    id,
    label: labels.presets[id],
    window: unit === 'HU' ? HOUNSFIELD[id] : relativeWindow(metadata, RELATIVE[id]),
  }));
  return [auto, ...fromFile, ...(metadata.channels === 1 ? tissues : [])];
}

/** The window between the percentiles of the values. It is shown first: devices often write too bright windows. */
export function automaticWindow({ percentiles: [low, high] }: PictureMetadata): Window {
  return { centre: (low + high) / 2, width: Math.max(1, high - low) };
}

function relativeWindow(
  { percentiles: [low, high] }: PictureMetadata,
  { centre, width }: Window,
): Window {
  const span = Math.max(1, high - low);
  return { centre: low + span * centre, width: Math.max(1, span * width) };
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
