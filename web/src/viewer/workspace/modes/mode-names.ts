import * as texts from '@deqiq/messages/viewer/modes.js';
import type { useAnnotations } from '../../annotations/use-annotations.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import type { Renderer } from '../../pixels/renderer.ts';
import type { EarlierExamination, RenewFile, ViewerFile } from '../../viewer-file.ts';

/** Reading modes of volumes, in the order of the menu. A new one is an entry here and in `mode-panel.tsx`. */
export const modeNames = {
  airway: texts.airway,
  cephalogram: texts.cephalogram,
  endo: texts.endo,
  joints: texts.joints,
  scan: texts.scan,
  sinus: texts.sinus,
} as const satisfies Record<string, () => string>;

export type ModeName = keyof typeof modeNames;

export type PatientFiles = {
  /** Of the same examination. */
  readonly files: readonly ViewerFile[];
  /** undefined until they are loaded. */
  readonly earlier: readonly EarlierExamination[] | undefined;
  readonly renewFile: RenewFile;
};

/** Everything that the controls of a mode are given. */
export type ModeProps = {
  model: ViewerModel;
  renderer: Renderer;
  isDesk: boolean;
  /** Files of the patient, surface scans among them. */
  scans?: PatientFiles | undefined;
  /** Saved alignments of scans among them. */
  annotations?: SavedAnnotations | undefined;
};

export type SavedAnnotations = Pick<
  ReturnType<typeof useAnnotations>,
  'all' | 'create' | 'save' | 'remove'
>;
