import type { ScanCamera } from '../../geometry/scan-camera.ts';
import type { Point3, Size } from '../../geometry/vectors.ts';
import type { ScanMesh } from './decode-mesh.ts';
import { createMeshProgram } from './mesh-program.ts';

export interface ScanRenderer {
  /** `pixelRatio`: pixels of the screen per CSS pixel; at most 2 are drawn. */
  draw(camera: ScanCamera, size: Size, pixelRatio: number): void;
  dispose(): void;
}

const MAX_PIXEL_RATIO = 2;

/** Of plaster. */
const BASE: Point3 = [0.93, 0.89, 0.8];

/** Draws a scan with WebGL 2; undefined where the browser has none. */
export function createScanRenderer(
  canvas: HTMLCanvasElement,
  mesh: ScanMesh,
): ScanRenderer | undefined {
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: true });
  if (!gl) return undefined;
  let program = createMeshProgram(gl, mesh);
  let last: Parameters<ScanRenderer['draw']> | undefined;
  // A browser restores a context only where the loss was taken note of.
  const lose = (event: Event) => event.preventDefault();
  const restore = () => {
    program = createMeshProgram(gl, mesh);
    if (last) draw(...last);
  };
  canvas.addEventListener('webglcontextlost', lose);
  canvas.addEventListener('webglcontextrestored', restore);

  function draw(...now: Parameters<ScanRenderer['draw']>): void {
    last = now;
    const [camera, size, pixelRatio] = now;
    const ratio = Math.min(pixelRatio, MAX_PIXEL_RATIO);
    const width = Math.max(1, Math.round(size.width * ratio));
    const height = Math.max(1, Math.round(size.height * ratio));
    if (canvas.width !== width || canvas.height !== height)
      Object.assign(canvas, { width, height });
    if (!gl) return;
    gl.viewport(0, 0, width, height);
    gl.enable(gl.DEPTH_TEST);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    program?.draw({ ...camera, size, reach: 2 * Math.hypot(...mesh.metadata.size), base: BASE });
  }

  return {
    draw,
    dispose() {
      canvas.removeEventListener('webglcontextlost', lose);
      canvas.removeEventListener('webglcontextrestored', restore);
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
