import * as texts from '@deqiq/messages/viewer/scan.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import { useEffect, useMemo, useState } from 'react';
import { formatNumber } from '../../../../lib/format.ts';
import { Choice } from '../../../controls/panel-section.tsx';
import type { Point3 } from '../../../geometry/vectors.ts';
import { useViewerState } from '../../../model/use-viewer-state.ts';
import { findWholeLevel } from '../../../pixels/level-grid.ts';
import { createOutline } from '../../../pixels/mesh/cut-mesh.ts';
import type { ScanMesh } from '../../../pixels/mesh/decode-mesh.ts';
import { createMeshOverlay } from '../../../pixels/mesh/mesh-overlay.ts';
import { COLOURS } from '../../../stage/strokes.ts';
import type { ViewerFile } from '../../../viewer-file.ts';
import { ScanStage } from '../../scan/scan-stage.tsx';
import { useMesh } from '../../scan/use-mesh.ts';
import type { ModeProps } from '../mode-names.ts';
import { PointList, useModePoints, useModeStage } from '../mode-points.tsx';
import { type AlignmentState, createAlignTask, useAlignment } from './use-alignment.ts';

const labels = { first: texts.first, second: texts.second, third: texts.third };

/** Over bone, whose colour is that of plaster, the scan has that of its outline. */
const BASE: Point3 = [0.45, 0.84, 0.87];

/** A surface scan over the bone: three points of both, then its outline on every plane. */
export function ScanPanel(props: ModeProps) {
  const scans = (props.scans?.files ?? []).filter(
    ({ kind, derivedUrl }) => kind === 'surface' && derivedUrl,
  );
  const [selected, setSelected] = useState<string>();
  const file = scans.find(({ id }) => id === selected) ?? scans[0];
  if (!file) return <p className="text-note">{texts.noScans()}</p>;
  return (
    <>
      {scans.length > 1 && (
        <select
          aria-label={texts.choose()}
          value={file.id}
          onChange={({ target }) => setSelected(target.value)}
          className="min-h-11 rounded-field bg-ink px-2 text-note"
        >
          {scans.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <LoadedScan key={file.id} {...props} file={file} />
    </>
  );
}

type LoadedScanProps = ModeProps & { file: ViewerFile };

function LoadedScan({ file, ...props }: LoadedScanProps) {
  const renewFile = props.scans?.renewFile ?? (async () => undefined);
  const { mesh, isFailed, retry } = useMesh(file, renewFile);
  if (mesh) return <AlignedScan {...props} mesh={mesh} />;
  return (
    <div role="status" className="grid gap-2 text-note">
      <p>{isFailed ? viewerTexts.failed() : viewerTexts.loading()}</p>
      {isFailed && (
        <div>
          <Choice isChosen={false} onChoose={retry}>
            {viewerTexts.retry()}
          </Choice>
        </div>
      )}
    </div>
  );
}

type AlignedScanProps = ModeProps & { mesh: ScanMesh };

function AlignedScan({ model, renderer, mesh }: AlignedScanProps) {
  const placed = useModePoints(model, labels);
  const [marks, setMarks] = useState<readonly Point3[]>([]);
  const [hasNoWebGl, setHasNoWebGl] = useState(false);
  const state = useAlignment(useTask({ model, renderer, mesh, marks, points: placed.points }));
  const drawn = useMemo(() => {
    if (state.kind !== 'found') return {};
    const { rigid } = state.alignment;
    return {
      draw: createOutline(mesh, rigid, COLOURS.own),
      overlay: createMeshOverlay(mesh, rigid, BASE),
    };
  }, [state, mesh]);
  useModeStage(model, labels, placed, drawn);
  useEffect(() => model.update({ tool: 'crosshair' }), [model]);
  if (hasNoWebGl) return <p className="text-note">{texts.noWebGl()}</p>;
  const onPick = (point: Point3) => marks.length < 3 && setMarks([...marks, point]);
  return (
    <>
      <p className="text-note">{texts.explanation()}</p>
      <div className="flex h-80 landscape:max-lg:h-56">
        <ScanStage
          mesh={mesh}
          label={texts.scan()}
          onNoWebGl={() => setHasNoWebGl(true)}
          picking={{ marks, onPick }}
        />
      </div>
      {marks.length < 3 ? (
        <p role="status" className="text-note">
          {texts.pressScan({ number: marks.length + 1 })}
        </p>
      ) : (
        <div>
          <Choice isChosen={false} onChoose={() => setMarks([])}>
            {texts.resetScan()}
          </Choice>
        </div>
      )}
      <PointList {...placed} labels={labels} />
      <Outcome state={state} />
    </>
  );
}

type TaskProps = Pick<AlignedScanProps, 'model' | 'renderer' | 'mesh'> & {
  marks: readonly Point3[];
  points: Readonly<Partial<Record<keyof typeof labels, Point3>>>;
};

/** The alignment once both have their three points; refused where they lie on a line or the level is not there. */
function useTask({ model, renderer, mesh, marks, points }: TaskProps) {
  const bone = useViewerState(model, (state) => state.threshold);
  return useMemo(() => {
    const { space, metadata } = model.subject;
    const [a, b, c] = marks;
    const { first, second, third } = points;
    if (!space || !a || !b || !c || !first || !second || !third) return undefined;
    const level = findWholeLevel(renderer.levels());
    if (!level) return 'refused';
    const threshold = (bone - metadata.intercept) / metadata.slope;
    const pairs = { scan: [a, b, c], patient: [first, second, third] } as const;
    return createAlignTask(mesh, { space, level, threshold }, pairs) ?? 'refused';
  }, [model, renderer, mesh, marks, points, bone]);
}

const sentences: Readonly<Record<Exclude<AlignmentState['kind'], 'none' | 'found'>, () => string>> =
  { loading: texts.aligning, failed: texts.alignFailed, refused: texts.noMatch };

function Outcome({ state }: { state: AlignmentState }) {
  return (
    <div role="status" className="grid gap-1 text-note tabular-nums">
      {state.kind === 'found' ? (
        <>
          <p>
            {texts.aligned({
              rms: formatNumber(state.alignment.rms, 2),
              share: formatNumber(state.alignment.share * 100, 0),
            })}
          </p>
          <p>{texts.outline()}</p>
        </>
      ) : (
        state.kind !== 'none' && <p>{sentences[state.kind]()}</p>
      )}
    </div>
  );
}
