import type { Renderer } from '../pixels/renderer.ts';
import type { EarlierExamination, Examination, ViewerFile } from '../viewer-file.ts';
import { EarlierList } from './earlier-list.tsx';
import { MeasurementList } from './measurement-list.tsx';
import type { MeasureScale } from './measurements.ts';
import { Panel } from './panel.tsx';
import { SaveSection } from './save-section.tsx';
import type { useAnnotations } from './use-annotations.ts';
import { useViewerState } from './use-viewer-state.ts';
import type { ViewerModel } from './viewer-model.ts';

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
        onContent={(annotation, content) => annotations.saveSoon(annotation._id, content)}
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
