import * as texts from '@deqiq/messages/viewer/scan.js';
import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import {
  findDirections,
  fitScan,
  panScan,
  projectPoint,
  rotateScan,
  type ScanCamera,
  type ScanSide,
  sides,
  zoomScan,
} from '../../geometry/scan-camera.ts';
import type { Point2, Point3, Size } from '../../geometry/vectors.ts';
import type { ScanMesh } from '../../pixels/mesh/decode-mesh.ts';
import { pickPoint } from '../../pixels/mesh/pick-point.ts';
import { createScanRenderer, type ScanRenderer } from '../../pixels/mesh/scan-renderer.ts';
import { recognizeGestures } from '../../stage/gestures/recognize-gestures.ts';
import { onInk } from '../viewer-header.tsx';
import { type MoveCamera, scanGestures } from './scan-gestures.ts';

type ScanStageProps = {
  mesh: ScanMesh;
  /** The accessible name of the picture. */
  label: string;
  onNoWebGl: () => void;
  /** Points that presses choose, by their numbers from 1. */
  picking?: Picking | undefined;
};

type Picking = {
  readonly marks: readonly (Point3 | undefined)[];
  readonly onPick: (point: Point3) => void;
};

const names: Readonly<Record<ScanSide, () => string>> = {
  top: texts.top,
  bottom: texts.bottom,
  front: texts.front,
  back: texts.back,
  left: texts.left,
  right: texts.right,
};

const ZOOM_STEP = 1.25;
/** CSS pixels by which an arrow key rotates (6 degrees) or moves. */
const KEY_STEP = 10;

const arrows: Readonly<Record<string, Point2>> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};

/** The mesh with its gestures, keys and buttons. */
export function ScanStage({ mesh, label, onNoWebGl, picking }: ScanStageProps) {
  const element = useRef<HTMLDivElement>(null);
  const pick = (at: Point2) => {
    const point = picking && pickPoint(mesh, camera, { point: at, size });
    if (point) picking.onPick(point);
  };
  const { camera, size, move, show } = useScanCamera(mesh, element, pick);
  useScanDrawing(element, { mesh, camera, size, onNoWebGl });
  const zoomBy = (factor: number) =>
    move((now, box) =>
      zoomScan(now, factor, { point: [box.width / 2, box.height / 2], size: box }),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow) move((now) => (event.shiftKey ? panScan(now, arrow) : rotateScan(now, arrow)));
    else if (event.key === '+' || event.key === '=') zoomBy(ZOOM_STEP);
    else if (event.key === '-') zoomBy(1 / ZOOM_STEP);
    else if (event.key === 'Enter') pick([size.width / 2, size.height / 2]);
    else if (event.key === '0' || event.key === 'Home') show('top');
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex min-h-0 grow flex-col">
      <div
        ref={element}
        role="application"
        aria-label={label}
        aria-describedby="scan-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard rotates the scan
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="relative min-h-0 grow touch-none overflow-hidden bg-black outline-offset-[-2px] select-none"
      >
        {picking && <Marks marks={picking.marks} camera={camera} size={size} />}
      </div>
      <p id="scan-keys" className="sr-only">
        {texts.keys()} {picking && texts.pickKeys()}
      </p>
      <div
        role="toolbar"
        aria-label={texts.views()}
        className="flex flex-wrap items-center justify-center gap-1 px-2 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))]"
      >
        {sides.map((side) => (
          <button
            key={side}
            type="button"
            onClick={() => show(side)}
            className="min-h-11 rounded-full px-3 text-note font-medium text-mist/85 hover:bg-white/10"
          >
            {names[side]()}
          </button>
        ))}
        <span className="flex gap-1">
          <IconButton
            label={texts.zoomOut()}
            icon={<Minus size={18} aria-hidden="true" />}
            onClick={() => zoomBy(1 / ZOOM_STEP)}
            className={onInk}
          />
          <IconButton
            label={texts.zoomIn()}
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => zoomBy(ZOOM_STEP)}
            className={onInk}
          />
        </span>
      </div>
    </div>
  );
}

type MarksProps = { marks: Picking['marks']; camera: ScanCamera; size: Size };

/** The middle of the canvas, where Enter presses, and the chosen points. */
function Marks({ marks, camera, size }: MarksProps) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 z-10 text-glow">
      <span className="absolute top-1/2 left-1/2 -translate-1/2 text-mist/70">+</span>
      {marks.map((mark, index) => {
        const [left, top] = mark ? projectPoint(camera, mark, size) : [0, 0];
        return (
          mark && (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the number is what is shown
              key={index}
              className="absolute grid size-5 -translate-1/2 place-items-center rounded-full bg-ink/85 text-note"
              style={{ left, top }}
            >
              {index + 1}
            </span>
          )
        );
      })}
    </div>
  );
}

/** The view of the mesh, which fits the element until it is moved. */
function useScanCamera(
  { metadata }: ScanMesh,
  element: { readonly current: HTMLDivElement | null },
  onTap: (point: Point2) => void,
) {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [moved, setMoved] = useState<ScanCamera>();
  const [side, setSide] = useState<ScanSide>('top');
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  const fitted = fitScan(findDirections(metadata.view, side), metadata, size);
  const move: MoveCamera = (change) => setMoved((before) => change(before ?? fitted, size));
  const latest = useRef({ move, onTap });
  useEffect(() => {
    latest.current = { move, onTap };
  });
  useEffect(() => {
    const container = element.current;
    if (!container) return;
    return recognizeGestures(
      container,
      scanGestures(
        (change) => latest.current.move(change),
        (point) => latest.current.onTap(point),
      ),
    );
  }, [element]);
  const show = (next: ScanSide) => {
    setSide(next);
    setMoved(undefined);
  };
  return { camera: moved ?? fitted, size, move, show };
}

type Scene = Pick<ScanStageProps, 'mesh' | 'onNoWebGl'> & { camera: ScanCamera; size: Size };

function useScanDrawing(
  element: { readonly current: HTMLDivElement | null },
  { mesh, camera, size, onNoWebGl }: Scene,
) {
  const renderer = useRef<ScanRenderer>(undefined);
  const fail = useRef(onNoWebGl);
  useEffect(() => {
    const canvas = document.createElement('canvas');
    canvas.className = 'absolute inset-0 size-full';
    element.current?.prepend(canvas);
    renderer.current = createScanRenderer(canvas, mesh);
    if (!renderer.current) fail.current();
    return () => {
      renderer.current?.dispose();
      canvas.remove();
    };
  }, [element, mesh]);
  useEffect(() => {
    if (size.width > 0 && size.height > 0)
      renderer.current?.draw(camera, size, window.devicePixelRatio);
  }, [camera, size]);
}
