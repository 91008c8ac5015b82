import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import * as texts from '@deqiq/messages/viewer/export.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import { FileSpreadsheet, FileText, ImageDown, Printer, Ruler, Share2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { saveBlob } from '../../lib/files/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { useSingleFlight } from '../../ui/form/use-single-flight.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { Progress } from '../../ui/progress.tsx';
import type { MeasureScale } from '../annotations/measure-scale.ts';
import { PanelSection } from '../controls/panel-section.tsx';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { Renderer } from '../pixels/renderer.ts';
import type { Examination } from '../viewer-file.ts';
import { createFileName, formatCaption } from './caption.ts';
import { measurementRows } from './measurement-rows.ts';
import { measurementsCsv } from './measurements-csv.ts';
import { printPicture } from './print/print-picture.ts';
import {
  assertFits,
  chooseRuler,
  describeRuler,
  findTrueSize,
  hasTrueSize,
  PAPER_PIXEL,
  TrueSizeError,
} from './print/true-size.ts';
import { canSharePictures, sharePicture } from './share-picture.ts';
import {
  addCaption,
  addRuler,
  copyStage,
  encodePicture,
  isStageMirrored,
} from './stage-picture.ts';

export type SaveSectionProps = {
  model: ViewerModel;
  renderer: Renderer;
  canvas: HTMLCanvasElement;
  scale: MeasureScale;
  /** `patient` is '' while names are hidden. */
  examination: Examination;
  annotations: readonly Annotation[];
};

type Action = 'png' | 'jpeg' | 'print' | 'trueSize' | 'share' | 'csv' | 'pdf';

const actionTexts: Readonly<Record<Action, { label: () => string; failed: () => string }>> = {
  png: { label: texts.png, failed: texts.failed },
  jpeg: { label: texts.jpeg, failed: texts.failed },
  print: { label: texts.print, failed: texts.printFailed },
  trueSize: { label: texts.trueSize, failed: texts.printFailed },
  share: { label: texts.share, failed: texts.shareFailed },
  csv: { label: texts.csv, failed: texts.failed },
  pdf: { label: texts.pdf, failed: texts.failed },
};

/** Saves, prints and shares what is on the stage, and exports the measurements. */
export function SaveSection(props: SaveSectionProps) {
  const { model, scale, examination, annotations } = props;
  const isTrueSize = useViewerState(model, () => hasTrueSize(model, scale));
  const [isNameChecked, setNameChecked] = useState(true);
  const [running, setRunning] = useState<Action>();
  const [progress, setProgress] = useState<number>();
  const hasPatientName = isNameChecked && examination.patient !== '';
  const rows = useMemo(() => measurementRows(annotations, scale), [annotations, scale]);
  const canShare = useMemo(canSharePictures, []);
  const toFileName = (extension: string) => createFileName(examination, extension);

  const actions: Readonly<Record<Action, () => Promise<void>>> = {
    png: async () => saveBlob(await encodeStage(props, hasPatientName, 'png'), toFileName('png')),
    jpeg: async () => saveBlob(await encodeStage(props, hasPatientName, 'jpeg'), toFileName('jpg')),
    print: async () => {
      const picture = await encodeStage(props, hasPatientName, 'png');
      await printPicture(picture, formatCaption(examination, hasPatientName));
    },
    trueSize: async () => {
      const { picture, width } = drawTrueSize(props, hasPatientName);
      const blob = await encodePicture(picture, 'png');
      await printPicture(blob, formatCaption(examination, hasPatientName), width);
    },
    share: async () =>
      sharePicture(await encodeStage(props, hasPatientName, 'jpeg'), toFileName('jpg')),
    csv: async () => {
      const text = measurementsCsv(rows, examination, hasPatientName);
      saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), toFileName('csv'));
    },
    pdf: async () => {
      setProgress(0);
      const [{ measurementPictures }, { measurementsPdf }] = await Promise.all([
        import('./measurement-pictures.ts'),
        import('./pdf/measurements-pdf.ts'),
      ]);
      const drawn = await measurementPictures(props, rows, setProgress);
      const caption = formatCaption(examination, hasPatientName);
      saveBlob(await measurementsPdf({ ...drawn, rows, caption }), toFileName('pdf'));
    },
  };
  const run = useSingleFlight(async (action: Action) => {
    setRunning(action);
    await actions[action]().catch((error: unknown) =>
      toast.error(error instanceof TrueSizeError ? error.message : actionTexts[action].failed()),
    );
    setRunning(undefined);
    setProgress(undefined);
  });
  const button = (action: Action, icon: ReactNode, isDisabled = false) => (
    <Button
      variant="quiet"
      size="sm"
      className="border border-white/20 text-mist! not-disabled:hover:bg-white/10!"
      busy={running === action}
      disabled={isDisabled}
      icon={icon}
      onClick={() => void run(action)}
    >
      {actionTexts[action].label()}
    </Button>
  );

  return (
    <>
      <PanelSection title={texts.title()}>
        {examination.patient !== '' && (
          <Checkbox
            label={texts.hasName()}
            checked={isNameChecked}
            onChange={({ target }) => setNameChecked(target.checked)}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {button('png', <ImageDown size={17} aria-hidden="true" />)}
          {button('jpeg', <ImageDown size={17} aria-hidden="true" />)}
          {button('print', <Printer size={17} aria-hidden="true" />)}
          {isTrueSize && button('trueSize', <Ruler size={17} aria-hidden="true" />)}
          {canShare && button('share', <Share2 size={17} aria-hidden="true" />)}
        </div>
      </PanelSection>
      <PanelSection title={texts.measurements()}>
        <div className="flex flex-wrap gap-2">
          {button('csv', <FileSpreadsheet size={17} aria-hidden="true" />, rows.length === 0)}
          {button('pdf', <FileText size={17} aria-hidden="true" />, rows.length === 0)}
        </div>
        {progress !== undefined && <Progress value={progress * 100} label={texts.progress()} />}
      </PanelSection>
    </>
  );
}

/** The stage as a file, with the strip that says what it shows. */
function encodeStage(
  props: SaveSectionProps,
  hasPatientName: boolean,
  type: 'png' | 'jpeg',
): Promise<Blob> {
  const lines = captionLines(props, hasPatientName);
  const ratio = Math.min(2, window.devicePixelRatio);
  return encodePicture(addCaption(copyStage(props), lines, ratio), type);
}

/** The stage with its ruler and strip, and how many millimetres wide it is on paper. */
function drawTrueSize(props: SaveSectionProps, hasPatientName: boolean) {
  const { model, canvas, scale } = props;
  const ratio = pixelRatio(props);
  const perPixel = findTrueSize(model, scale);
  const width = (canvas.width / ratio) * perPixel;
  // Letters have the same size on paper, whatever the scale is.
  const paper = (ratio * PAPER_PIXEL) / perPixel;
  const length = chooseRuler(width);
  const stage = copyStage(props);
  const lines = captionLines(props, hasPatientName);
  const picture =
    length === undefined
      ? addCaption(stage, lines, paper)
      : addCaption(
          addRuler(stage, { length, pixels: (length / perPixel) * ratio, ratio: paper }),
          [describeRuler(length, scale), ...lines],
          paper,
        );
  assertFits({ width, height: (picture.height / picture.width) * width });
  return { picture, width };
}

function captionLines({ model, examination }: SaveSectionProps, hasPatientName: boolean): string[] {
  const caption = formatCaption(examination, hasPatientName);
  const sign = isStageMirrored(model) ? `${viewerTexts.mirrored()}. ` : '';
  return [caption, `${sign}${viewerTexts.disclaimer()}`].filter(Boolean);
}

/** Pixels of the canvas for one CSS pixel of the stage. */
const pixelRatio = ({ model, canvas }: SaveSectionProps): number =>
  canvas.width / Math.max(...model.panes().map(({ rect }) => rect.x + rect.width));
