import type { MeasureScale } from '../../annotations/measure-scale.ts';
import type { Ceph } from '../../model/drawing/ceph-content.ts';
import { useViewerState } from '../../model/use-viewer-state.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { CephSection } from './ceph-section.tsx';
import { EarlierSelect } from './earlier-select.tsx';
import type { EarlierCephOptions } from './use-earlier-ceph.ts';

type CephPanelProps = EarlierCephOptions & {
  model: ViewerModel;
  ceph: Ceph;
  scale: MeasureScale;
};

/** The measures of a tracing beside their norms, or beside those of an earlier one, which no volume has. */
export function CephPanel(props: CephPanelProps) {
  const { model, ceph, scale } = props;
  const earlier = useViewerState(model, (state) => state.earlierCeph);
  return (
    <CephSection ceph={ceph} scale={scale} earlier={earlier}>
      {!ceph.plane && <EarlierSelect {...props} />}
    </CephSection>
  );
}
