import {
  invertRigid,
  movePlane,
  movePoint,
  type Rigid,
  rotateDirection,
} from '../../geometry/registration/rigid.ts';
import { dot, type Point3, scale } from '../../geometry/vectors.ts';
import { depthDirection } from '../../geometry/volume/planes.ts';
import type { MeshOverlay } from '../panes.ts';
import type { ScanMesh } from './decode-mesh.ts';
import { createMeshProgram } from './mesh-program.ts';

let count = 0;

/** A moved scan over the bone surface. `base`: its colour, red, green and blue up to 1. */
export function createMeshOverlay(mesh: ScanMesh, rigid: Rigid, base: Point3): MeshOverlay {
  const inverse = invertRigid(rigid);
  count += 1;
  return {
    id: count,
    prepare(gl) {
      const program = createMeshProgram(gl, mesh);
      return (
        program && {
          draw({ view, cut, size, reach }) {
            const { centre, right, down, millimetresPerPixel } = movePlane(inverse, view);
            const towards = scale(depthDirection({ right, down }), -1);
            const zoom = 1 / millimetresPerPixel;
            const scene = { right, up: scale(down, -1), towards, centre, zoom, size, reach };
            program.draw({ ...scene, base, cut: cut && moveCut(inverse, cut) });
          },
          dispose: program.dispose,
        }
      );
    },
  };
}

function moveCut(inverse: Rigid, { point, normal }: { point: Point3; normal: Point3 }) {
  const moved = rotateDirection(inverse, normal);
  return [...moved, dot(moved, movePoint(inverse, point))];
}
