import { MeasurementList } from '../annotations/measurement-list.tsx';
import type { MeasureScale } from '../annotations/measurements.ts';
import type { useAnnotations } from '../annotations/use-annotations.ts';
import { SaveSection } from '../export/save-section.tsx';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { Renderer } from '../pixels/renderer.ts';
import type { EarlierExamination, Examination, ViewerFile } from '../viewer-file.ts';
import { EarlierList } from './earlier-list.tsx';
import { Panel } from './panel.tsx';

export type SidePanelProps = {
  model: ViewerModel;
  annotations: ReturnType<typeof useAnnotations>;
  scale: MeasureScale;
  renderer: Renderer;
  canvas: HTMLCanvasElement;
  examination: Examination;
  earlier: readonly EarlierExamination[];
  onCompare: (file: ViewerFile) => void;
};

/** What is set, measured, compared and saved. Its code is loaded after the first picture. */
export function SidePanel(props: SidePanelProps) {
  const { model, annotations, scale, renderer, canvas, examination, earlier, onCompare } = props;
  const selected = useViewerState(model, (state) => state.selected);
  return (
    <Panel model={model}>
      <MeasurementList
        annotations={annotations.all}
        {...{ scale, selected }}
        onSelect={(annotation) => model.showAnnotation(annotation)}
        onRemove={annotations.remove}
        onLabel={(annotation, label) => annotations.save(annotation._id, annotation.content, label)}
        onPreview={(annotation, content) => annotations.preview(annotation._id, content)}
        onContent={(annotation, content) => annotations.save(annotation._id, content)}
        onUndo={annotations.undo}
      />
      <EarlierList earlier={earlier} onChoose={onCompare} />
      <SaveSection
        {...{ model, renderer, canvas, scale, examination }}
        annotations={annotations.all}
      />
    </Panel>
  );
}
