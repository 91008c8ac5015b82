import { panScan, rotateScan, type ScanCamera, zoomScan } from '../../geometry/scan-camera.ts';
import type { Point2, Size } from '../../geometry/vectors.ts';
import type { GestureHandlers } from '../../stage/gestures/gesture-handlers.ts';

/** Changes the view of a canvas of this size. */
export type MoveCamera = (change: (camera: ScanCamera, size: Size) => ScanCamera) => void;

const WHEEL_FACTOR = 1.15;
const DOUBLE_TAP_FACTOR = 2;

const none = () => undefined;

/** One finger or the mouse rotates, two fingers move and enlarge, Shift or the middle button moves, a wheel enlarges. */
export function scanGestures(move: MoveCamera, onTap: (point: Point2) => void): GestureHandlers {
  let last: Point2 = [0, 0];
  let isPan = false;
  const zoom = (point: Point2, factor: number) =>
    move((camera, size) => zoomScan(camera, factor, { point, size }));
  return {
    onDragStart(start, pointer) {
      last = start;
      isPan = pointer.isPan;
    },
    onDrag(point) {
      const delta: Point2 = [point[0] - last[0], point[1] - last[1]];
      last = point;
      const change = isPan ? panScan : rotateScan;
      move((camera) => change(camera, delta));
    },
    onDragEnd: none,
    onPinch(centre, factor, delta) {
      move((camera, size) => zoomScan(panScan(camera, delta), factor, { point: centre, size }));
    },
    onPinchEnd: none,
    canHold: () => false,
    onHold: none,
    onHoldEnd: none,
    onTap,
    onDoubleTap: (point) => zoom(point, DOUBLE_TAP_FACTOR),
    onWheel: (point, steps) => zoom(point, WHEEL_FACTOR ** -steps),
    onHover: none,
  };
}
