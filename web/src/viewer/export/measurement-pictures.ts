import * as texts from '@deqiq/messages/viewer/export.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import type { Size } from '../geometry/vectors.ts';
import { createViewerModel, type ViewerModel } from '../model/viewer-model.ts';
import type { MeasurementRow } from './measurement-rows.ts';
import { measurementViews } from './measurement-views.ts';
import { copyStage, isStageMirrored, type StageScene } from './stage-picture.ts';

export type DocumentPicture = {
  readonly canvas: HTMLCanvasElement;
  readonly title: string;
};

/** Pictures beside each other on one page that are large enough to read. */
const MAX_PICTURES = 6;

/** CSS pixels of the longer side, drawn at twice as many. Planes share the width of a page, so their texts are larger. */
const SIDES = { picture: 720, volume: 480 } as const;
const PIXEL_RATIO = 2;

/**
 * The stage, then a view of every measurement, each as the viewer would draw it. `hasAll` is false where there are
 * more views than a page takes. The stage on the screen does not change.
 */
export async function measurementPictures(
  scene: StageScene,
  rows: readonly MeasurementRow[],
  onProgress: (share: number) => void,
): Promise<{ pictures: DocumentPicture[]; hasAll: boolean }> {
  const { model } = scene;
  const views = measurementViews(model, rows);
  // A picture that is not zoomed is shown whole by its own view, without the blank borders of the stage.
  const hasStage = model.subject.space !== undefined || model.state.get().pictureView !== undefined;
  const pictures: DocumentPicture[] = hasStage
    ? [{ canvas: copyStage(scene), title: formatTitle(texts.stage(), [], model) }]
    : [];
  const drawn = views.slice(0, MAX_PICTURES - pictures.length);
  for (const [index, { state, title, numbers }] of drawn.entries()) {
    onProgress((index + 1) / (drawn.length + 1));
    await nextTask();
    const view = createViewerModel(model.subject, { ...model.state.get(), ...state });
    pictures.push({
      canvas: copyView(scene, view, viewSize(view)),
      title: formatTitle(title, numbers, view),
    });
  }
  return { pictures, hasAll: drawn.length === views.length };
}

/** Draws another view and copies it. The stage is drawn again before the screen shows the next frame. */
function copyView(scene: StageScene, model: ViewerModel, size: Size): HTMLCanvasElement {
  const { renderer, model: stage } = scene;
  try {
    model.resize(size);
    renderer.resize(size, PIXEL_RATIO);
    return copyStage({ ...scene, model });
  } finally {
    // Asks the stage for a frame, which sets its own size.
    stage.update({});
  }
}

/** As wide and high as what is shown, so that a page wastes nothing on blank borders. */
function viewSize(model: ViewerModel): Size {
  const side = model.subject.space ? SIDES.volume : SIDES.picture;
  model.resize({ width: side, height: side });
  const [pane] = model.panes();
  const shown = pane && model.view(pane);
  if (shown?.kind === 'panoramic') return fitSize(shown.surface.size, 1, SIDES.picture);
  if (shown?.kind !== 'picture') return { width: side, height: side };
  const { size, aspect } = model.subject;
  const isUpright = shown.view.quarterTurns % 2 === 0;
  const { width, height } = fitSize(size, aspect, side);
  return isUpright ? { width, height } : { width: height, height: width };
}

function fitSize({ width, height }: Size, aspect: number, side: number): Size {
  const factor = side / Math.max(width, height * aspect);
  return { width: Math.round(width * factor), height: Math.round(height * aspect * factor) };
}

const formatTitle = (title: string, numbers: readonly number[], model: ViewerModel): string =>
  [
    title,
    numbers.length > 0 ? texts.numbers({ numbers: numbers.join(', ') }) : '',
    isStageMirrored(model) ? viewerTexts.mirrored() : '',
  ]
    .filter(Boolean)
    .join(' · ');

/** Lets the browser draw the progress. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
