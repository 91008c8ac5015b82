import type { Annotation } from '@deqiq/contract/annotations.ts';
import type { Renderer } from '../pixels/renderer.ts';
import type { ViewerFile } from '../viewer-file.ts';
import type { MeasureScale } from './measurements.ts';
import type { ViewerModel } from './viewer-model.ts';

export type SaveSectionProps = {
  model: ViewerModel;
  renderer: Renderer;
  canvas: HTMLCanvasElement;
  scale: MeasureScale;
  /** Whose pictures they are; '' while names are hidden. */
  subject: string;
  file: ViewerFile;
  annotations: readonly Annotation[];
};

/** Saves, prints and shares what is on the stage. */
export function SaveSection(_: SaveSectionProps) {
  return null;
}
