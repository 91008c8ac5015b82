import * as texts from '@deqiq/messages/viewer/scan.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { formatNumber } from '../../../../lib/format.ts';
import { Choice } from '../../../controls/panel-section.tsx';
import type { Alignment } from '../../../geometry/align/align-scan.ts';
import type { Point3 } from '../../../geometry/vectors.ts';
import { useViewerState } from '../../../model/use-viewer-state.ts';
import { findWholeLevel } from '../../../pixels/level-grid.ts';
import type { ScanMesh } from '../../../pixels/mesh/decode-mesh.ts';
import type { ViewerFile } from '../../../viewer-file.ts';
import { ScanStage } from '../../scan/scan-stage.tsx';
import { useMesh } from '../../scan/use-mesh.ts';
import type { ModeProps } from '../mode-names.ts';
import { PointList, useModePoints, useModeStage } from '../mode-points.tsx';
import { listAlignments, type SavedAlignment, useDrawnScan, useSaving } from './saved-alignment.ts';
import { type AlignmentState, createAlignTask, useAlignment } from './use-alignment.ts';

const labels = { first: texts.first, second: texts.second, third: texts.third };

/** A surface scan over the bone: three points of both, then its outline on every plane. */
export function ScanPanel(props: ModeProps) {
  const { files: own = [], earlier, renewFile } = props.scans ?? {};
  const files = [...own, ...(earlier ?? []).flatMap((examination) => examination.files)];
  const scans = files.filter(({ kind, derivedUrl }) => kind === 'surface' && derivedUrl);
  const saved = listAlignments(props.annotations);
  const aligned = saved.map(({ content }) => content.scan);
  const [selected, setSelected] = useState<string>();
  const file =
    scans.find(({ id }) => id === selected) ??
    scans.find(({ id }) => aligned.includes(id)) ??
    scans[0];
  const gone = saved.filter(({ content }) => !files.some(({ id }) => id === content.scan));
  return (
    <>
      {earlier &&
        gone.map((one) => (
          <div key={one._id} role="status" className="grid gap-2 text-note">
            <p>{texts.scanHidden()}</p>
            <RemoveAlignment saved={one} onRemove={props.annotations?.remove} />
          </div>
        ))}
      {!earlier && (!file || gone.length > 0) && (
        <div role="status" className="grid gap-2 text-note">
          <p>{texts.filesMissing()}</p>
          <div>
            <Choice isChosen={false} onChoose={() => void renewFile?.('')}>
              {viewerTexts.retry()}
            </Choice>
          </div>
        </div>
      )}
      {!file && earlier && gone.length === 0 && <p className="text-note">{texts.noScans()}</p>}
      {scans.length > 1 && (
        <select
          aria-label={texts.choose()}
          value={file?.id}
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
      {file && <LoadedScan key={file.id} {...props} file={file} />}
    </>
  );
}

type LoadedScanProps = ModeProps & { file: ViewerFile };

function LoadedScan({ file, ...props }: LoadedScanProps) {
  const renewFile = props.scans?.renewFile ?? (async () => undefined);
  const { mesh, isFailed, retry } = useMesh(file, renewFile);
  if (mesh) return <ScanOverBone {...props} scan={file.id} mesh={mesh} />;
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

type ScanOverBoneProps = ModeProps & { scan: string; mesh: ScanMesh };

/** The alignment as it was saved, or the points for a new one. */
function ScanOverBone({ scan, ...props }: ScanOverBoneProps) {
  const saved = listAlignments(props.annotations).find(({ content }) => content.scan === scan);
  const [isEditing, setEditing] = useState(false);
  const { model } = props;
  // Another scan that is chosen has to load.
  useEffect(() => () => model.update({ mode: undefined }), [model]);
  if (isEditing || !saved)
    return <AlignedScan {...props} scan={scan} onSaved={() => setEditing(false)} />;
  return (
    <SavedScan {...props} saved={saved}>
      <Choice isChosen={false} onChoose={() => setEditing(true)}>
        {texts.alignAgain()}
      </Choice>
      <RemoveAlignment saved={saved} onRemove={props.annotations?.remove} />
    </SavedScan>
  );
}

/** Presses are those of the cross-hair. */
const NO_POINTS = { points: {}, next: undefined, choose: () => undefined, set: () => undefined };

type SavedScanProps = Pick<ModeProps, 'model'> & {
  mesh: ScanMesh;
  saved: SavedAlignment;
  children: ReactNode;
};

function SavedScan({ model, mesh, saved, children }: SavedScanProps) {
  const { content } = saved;
  useModeStage(model, labels, NO_POINTS, useDrawnScan(model, mesh, content));
  return (
    <>
      <div role="status" className="grid gap-1 text-note tabular-nums">
        <Accuracy {...content} />
        <p>{texts.saved()}</p>
      </div>
      <div className="flex flex-wrap gap-1.5">{children}</div>
    </>
  );
}

type AlignedScanProps = ScanOverBoneProps & { onSaved: () => void };

function AlignedScan({ model, renderer, mesh, scan, annotations, onSaved }: AlignedScanProps) {
  const placed = useModePoints(model, labels);
  const [marks, setMarks] = useState<readonly Point3[]>([]);
  const [hasNoWebGl, setHasNoWebGl] = useState(false);
  const state = useAlignment(useTask({ model, renderer, mesh, marks, points: placed.points }));
  const found = state.kind === 'found' ? state.alignment : undefined;
  useModeStage(model, labels, placed, useDrawnScan(model, mesh, found?.rigid));
  useSaving(annotations, scan, found, onSaved);
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
        <Accuracy {...state.alignment} />
      ) : (
        state.kind !== 'none' && <p>{sentences[state.kind]()}</p>
      )}
    </div>
  );
}

function Accuracy({ rms, share }: Pick<Alignment, 'rms' | 'share'>) {
  return (
    <>
      <p>{texts.aligned({ rms: formatNumber(rms, 2), share: formatNumber(share * 100, 0) })}</p>
      <p>{texts.outline()}</p>
    </>
  );
}

type RemoveAlignmentProps = {
  saved: SavedAlignment;
  onRemove: ((saved: SavedAlignment) => void) | undefined;
};

function RemoveAlignment({ saved, onRemove }: RemoveAlignmentProps) {
  if (!saved.isOwn || !onRemove) return null;
  return (
    <Choice isChosen={false} onChoose={() => onRemove(saved)}>
      {texts.removeAlignment()}
    </Choice>
  );
}
