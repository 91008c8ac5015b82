import { useEffect, useState } from 'react';
import type { Alignment, AlignTask } from '../../../geometry/align/align-scan.ts';
import { fromPoints } from '../../../geometry/align/rigid.ts';
import type { Point3 } from '../../../geometry/vectors.ts';
import type { VolumeSpace } from '../../../geometry/volume/volume-space.ts';
import type { Level } from '../../../pixels/level.ts';
import { toGrid } from '../../../pixels/level-grid.ts';
import { type ScanMesh, STRIDE } from '../../../pixels/mesh/decode-mesh.ts';
import { vertexReader } from '../../../pixels/mesh/pick-point.ts';

export type AlignmentState =
  | { readonly kind: 'none' | 'loading' | 'failed' | 'refused' }
  | { readonly kind: 'found'; readonly alignment: Alignment };

type Triple = readonly [Point3, Point3, Point3];

/** Vertices that are compared: more of them make it no better. */
const MAX_POINTS = 6_000;

/**
 * The description of an alignment for the worker; undefined where three points lie on a line. `threshold`: in pixels of
 * the level.
 */
export function createAlignTask(
  mesh: ScanMesh,
  volume: { readonly space: VolumeSpace; readonly level: Level; readonly threshold: number },
  points: { readonly scan: Triple; readonly patient: Triple },
): AlignTask | undefined {
  const start = fromPoints(points.scan, points.patient);
  if (!start) return undefined;
  const { space, level, threshold } = volume;
  return { field: toGrid(space, level), threshold, start, ...sampleMesh(mesh) };
}

/** Every so many vertices, with their outward directions. */
function sampleMesh(mesh: ScanMesh): Pick<AlignTask, 'points' | 'normals'> {
  const { vertices } = mesh.metadata;
  const every = Math.max(1, Math.ceil(vertices / MAX_POINTS));
  const count = Math.ceil(vertices / every);
  const points = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const read = vertexReader(mesh);
  for (let index = 0; index < count; index += 1) {
    const vertex = index * every;
    points.set(read(vertex), index * 3);
    for (let axis = 0; axis < 3; axis += 1)
      normals[index * 3 + axis] = (mesh.normals[vertex * STRIDE + axis] ?? 0) / 127;
  }
  return { points, normals };
}

/** Aligns a scan outside of the page's thread. */
export function useAlignment(task: AlignTask | 'refused' | undefined): AlignmentState {
  const [state, setState] = useState<AlignmentState>({ kind: 'none' });
  useEffect(() => {
    if (!task) return setState({ kind: 'none' });
    if (task === 'refused') return setState({ kind: 'refused' });
    setState({ kind: 'loading' });
    const worker = new Worker(new URL('./align.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Alignment | undefined>) =>
      setState(data ? { kind: 'found', alignment: data } : { kind: 'refused' });
    worker.onerror = () => setState({ kind: 'failed' });
    worker.postMessage(task);
    return () => worker.terminate();
  }, [task]);
  return state;
}
