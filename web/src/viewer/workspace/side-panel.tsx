import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import type { MeasureScale } from '../annotations/measure-scale.ts';
import type { useAnnotations } from '../annotations/use-annotations.ts';
import { Panel } from '../controls/panel.tsx';
import { SaveSection } from '../export/save-section.tsx';
import { isPoint3, type Point3 } from '../geometry/vectors.ts';
import { listHandles } from '../model/drawing/annotation-content.ts';
import { findCeph } from '../model/drawing/ceph-content.ts';
import { listTools } from '../model/layout-tools.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { Renderer } from '../pixels/renderer.ts';
import type {
  AnnotationsApi,
  EarlierExamination,
  Examination,
  PictureChoice,
  RenewFile,
  ViewerFile,
} from '../viewer-file.ts';
import { EarlierList } from './earlier-list.tsx';
import { MeasurementList } from './measurements/measurement-list.tsx';
import { PictureList } from './picture-list.tsx';

const CephPanel = lazy(async () => ({
  default: (await import('./ceph/ceph-panel.tsx')).CephPanel,
}));

export type SidePanelProps = {
  model: ViewerModel;
  annotations: ReturnType<typeof useAnnotations>;
  scale: MeasureScale;
  renderer: Renderer;
  canvas: HTMLCanvasElement;
  examination: Examination;
  file: ViewerFile;
  pictures: PictureChoice;
  /** Names are hidden. */
  isPrivate: boolean;
  api: AnnotationsApi;
  renewFile: RenewFile;
  earlier: readonly EarlierExamination[] | undefined;
  earlierChoice: ReactNode;
  onCompare: (file: ViewerFile) => void;
};

/** Shows the cross-section through a point; the axial plane where there is no arch. */
function showSection(model: ViewerModel, point: Point3): void {
  const section = model.arch()?.nearestSection(point);
  const layout = section === undefined ? 'axial' : 'sections';
  if (model.state.get().layout !== 'board') model.chooseLayout(layout, listTools('volume', layout));
  model.update({ cursor: point, ...(section !== undefined && { section }) });
}

/** Chooses an annotation and moves the planes to it. */
function showAnnotation({ update }: ViewerModel, { _id, content }: Annotation): void {
  const [first] = listHandles(content);
  update({
    selected: _id,
    ...(first && isPoint3(first) && { cursor: first }),
    ...('frame' in content && content.frame !== undefined && { frame: content.frame }),
  });
}

/** Settings, measurements, comparison and saving. Its code is loaded after the first picture. */
export function SidePanel(props: SidePanelProps) {
  const {
    model,
    annotations,
    scale,
    renderer,
    canvas,
    examination,
    earlier = [],
    onCompare,
  } = props;
  const selected = useViewerState(model, (state) => state.selected);
  const frame = useViewerState(model, (state) => state.frame);
  const ceph = findCeph(annotations.all, frame)?.content;
  return (
    <Panel model={model} remember={annotations.remember}>
      <PictureList
        {...props.pictures}
        current={props.file}
        isPrivate={props.isPrivate}
        onCompare={onCompare}
      />
      {ceph && (
        <Suspense>
          <CephPanel
            model={model}
            ceph={ceph}
            scale={scale}
            earlier={earlier}
            api={props.api}
            renewFile={props.renewFile}
          />
        </Suspense>
      )}
      <MeasurementList
        annotations={annotations.all}
        scale={scale}
        selected={selected}
        onSelect={(annotation) => showAnnotation(model, annotation)}
        onRemove={annotations.remove}
        onLabel={(annotation, label) => annotations.save(annotation._id, annotation.content, label)}
        onPreview={(annotation, content) => annotations.preview(annotation._id, content)}
        onContent={(annotation, content) => annotations.save(annotation._id, content)}
        onShowPoint={(point) => showSection(model, point)}
        onUndo={annotations.undo}
      />
      <EarlierList earlier={earlier} choice={props.earlierChoice} onChoose={onCompare} />
      <SaveSection
        model={model}
        renderer={renderer}
        canvas={canvas}
        scale={scale}
        examination={examination}
        annotations={annotations.all}
      />
    </Panel>
  );
}
