import type { useAnnotations } from '../annotations/use-annotations.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import { CephGuide } from './ceph/ceph-guide.tsx';
import { StructureSelect } from './measurements/structure-select.tsx';

type ToolGuideProps = {
  model: ViewerModel;
  annotations: ReturnType<typeof useAnnotations>;
};

/** Below the picture while a tool with choices of its own is used: the next landmark, or the structure of a line. */
export function ToolGuide({ model, annotations }: ToolGuideProps) {
  const tool = useViewerState(model, (state) => state.tool);
  const structure = useViewerState(model, (state) => state.structure);
  if (tool === 'ceph') return <CephGuide model={model} annotations={annotations} />;
  return (
    <div className="px-3 py-2">
      <StructureSelect
        structure={structure}
        onChoose={(next) => model.update({ structure: next })}
      />
    </div>
  );
}
