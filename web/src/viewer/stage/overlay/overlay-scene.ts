import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import type { MeasureScale } from '../../annotations/measure-scale.ts';
import type { Point2 } from '../../geometry/vectors.ts';
import type { PaneLayout } from '../../model/panes/layout.ts';
import type { PaneView } from '../../model/panes/scene.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import type { Context } from './strokes.ts';

export type OverlayScene = {
  readonly model: ViewerModel;
  readonly panes: readonly PaneLayout[];
  readonly annotations: readonly Annotation[];
  /** Size of a pixel of the picture. */
  readonly scale: MeasureScale;
  /** The code that draws guides and annotations; it is loaded after the first picture. */
  readonly code?: { readonly drawGuides: Draw; readonly drawAnnotations: Draw } | undefined;
  /** Where the keyboard points to. */
  readonly keyboard?: { readonly pane: string; readonly point: Point2 } | undefined;
};

type Draw = (context: Context, scene: OverlayScene, pane: PaneLayout, view: PaneView) => void;
