import * as texts from '@deqiq/messages/viewer/modes.js';
import type { ViewerModel } from '../../model/viewer-model.ts';
import type { Renderer } from '../../pixels/renderer.ts';

/** Reading modes of volumes, in the order of the menu. A new one is an entry here and in `mode-panel.tsx`. */
export const modeNames = {
  airway: texts.airway,
  endo: texts.endo,
  joints: texts.joints,
  sinus: texts.sinus,
} as const satisfies Record<string, () => string>;

export type ModeName = keyof typeof modeNames;

/** Everything that the controls of a mode are given. */
export type ModeProps = { model: ViewerModel; renderer: Renderer; isDesk: boolean };
