import { type PlaneView, paneToPatient } from '../../../geometry/volume/planes.ts';
import type { MeshOverlay, PreparedMesh } from '../../panes.ts';
import type { BufferRect } from '../buffer-rect.ts';
import type { PaneOf } from './drawing.ts';

/** Millimetres before and behind the plane of the view that a depth can tell: more than a body is deep. */
export const REACH = 1000;

/** Draws meshes over the bone surface, in the buffer that is bound. */
export function createMeshPainter(gl: WebGL2RenderingContext) {
  let prepared: { readonly overlay: MeshOverlay; readonly mesh: PreparedMesh } | undefined;
  let depths: WebGLRenderbuffer | undefined;

  function findMesh(overlay: MeshOverlay | undefined): PreparedMesh | undefined {
    if (prepared?.overlay === overlay) return prepared?.mesh;
    prepared?.mesh.dispose();
    const mesh = overlay?.prepare(gl);
    prepared = overlay && mesh && { overlay, mesh };
    return mesh;
  }

  const attach = (renderbuffer: WebGLRenderbuffer | null): void =>
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, renderbuffer);

  return {
    /** `drawBone` writes depths where the pane has a mesh. */
    draw(pane: PaneOf<'surface'>, rect: BufferRect, drawBone: () => void): void {
      const mesh = findMesh(pane.overlay);
      if (!mesh) {
        drawBone();
        return;
      }
      const { width, height } = rect;
      depths ??= gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, depths);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, width, height);
      attach(depths);
      gl.enable(gl.DEPTH_TEST);
      // The first of both writes every pixel: the buffer need not be cleared.
      gl.depthFunc(gl.ALWAYS);
      drawBone();
      gl.depthFunc(gl.LESS);
      mesh.draw({ ...shownPart(pane, rect), cut: pane.cut, reach: REACH });
      gl.disable(gl.DEPTH_TEST);
      // The buffer takes another size later, which its depths would limit.
      attach(null);
    },
    dispose(): void {
      findMesh(undefined);
      gl.deleteRenderbuffer(depths ?? null);
    },
  };
}

/** The view in the middle of the buffer, whose pixels begin beside those of the screen, and its CSS pixels. */
function shownPart(
  { view, rect: pane }: PaneOf<'surface'>,
  { width, height, ratio, corner: [left, top] }: BufferRect,
) {
  const size = { width: width / ratio, height: height / ratio };
  const centre = paneToPatient(view, pane, [left + size.width / 2, top + size.height / 2]);
  return { size, view: { ...view, centre } satisfies PlaneView };
}
