import type { Question } from '@deqiq/contract/reports/questions.ts';
import type { SavedView } from '@deqiq/contract/reports/report-view.ts';

export type ImagePoint = NonNullable<Question['point']>;

/** An annotation as the viewer words it: "Uzunluq: 12,4 ± 0,2 mm". */
export type MeasuredText = { readonly id: string; readonly text: string };

/** Lets a panel beside the picture read it. */
export type ViewerControls = {
  /** How the picture is shown now. */
  readonly readView: () => SavedView;
  /** The point that the reader presses next, or the crossing of the planes; undefined when it was given up. */
  readonly pickPoint: (signal: AbortSignal) => Promise<ImagePoint | undefined>;
};

/** Joins the viewer to a panel beside it. */
export type ViewerLink = {
  /** Shown instead of the first view. */
  readonly view?: SavedView | undefined;
  /** Marked in the picture, and brought into sight. */
  readonly point?: ImagePoint | undefined;
  /** Called with the controls of the shown picture, and with undefined when it is no longer shown. */
  readonly onControls?: ((controls: ViewerControls | undefined) => void) | undefined;
  /** Called with the measurements of the shown picture whenever they change. */
  readonly onMeasurements?: ((measurements: readonly MeasuredText[]) => void) | undefined;
};
