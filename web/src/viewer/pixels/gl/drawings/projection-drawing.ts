import { dot, norm, type Size, scale } from '../../../geometry/vectors.ts';
import { depthDirection, paneToPatient } from '../../../geometry/volume/planes.ts';
import { toVoxelOffset } from '../../../geometry/volume/volume-space.ts';
import { isComplete } from '../../level.ts';
import { affine } from '../buffer-rect.ts';
import type { BoundTexture, Programs } from '../programs.ts';
import { createFragment, SLAB, TONE } from '../shaders.ts';
import { createTexture } from '../texture-upload.ts';
import type { DrawContext, Drawing, PaneOf } from './drawing.ts';
import { findGrid, gridUniforms, type ProjectionGrid, toPixel } from './projection-grid.ts';
import { sharpeningReach, slabLayers, toneUniforms, volumeUniforms } from './uniforms.ts';

/** Voxels of the level between samples of a ray, which are interpolated between voxels. */
const STEP = 2;

/**
 * Slabs through a whole volume, as pictures of stored pixels. A slab has hundreds of layers: it is added up once, and
 * another window, zoom or size draws the picture. The last one is kept.
 */
export function createProjections(gl: WebGL2RenderingContext, programs: Programs) {
  let last:
    | { readonly key: string; readonly grid: ProjectionGrid; readonly level: BoundTexture }
    | undefined;

  function project(pane: PaneOf<'projection'>, { subject, textures }: DrawContext) {
    const level = subject.levels.find(isComplete);
    const { space } = subject;
    if (!space || !level) return undefined;
    const { view, slab } = pane;
    const { right, down } = view;
    const depth = depthDirection(view);
    const middle = dot(view.centre, depth);
    const key = JSON.stringify([level.scale, right, down, middle.toFixed(3), slab]);
    if (last?.key === key) return last;
    const grid = findGrid(space, view, Math.min(...space.spacing) * level.scale);
    dispose();
    last = { key, grid, level: createTexture(gl, gl.TEXTURE_2D, gl.NEAREST) };
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R16UI, grid.width, grid.height);
    const drawn = { level, coarser: undefined };
    const uniforms = {
      ...gridUniforms(space, grid, scale(depth, middle)),
      ...volumeUniforms(space, drawn),
      depth: toVoxelOffset(space, depth),
      layers: slabLayers(space, slab, STEP * level.scale),
    };
    render(last.level, grid, () =>
      programs.draw(
        createFragment(PROJECTION, { hasLayers: true, isStored: true }),
        { ...uniforms, rect: [0, 0, grid.width, grid.height] },
        { level: textures.volume(level) },
      ),
    );
    return last;
  }

  function render({ target, texture }: BoundTexture, { width, height }: Size, draw: () => void) {
    const before = gl.getParameter(gl.DRAW_FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, target, texture, 0);
    gl.viewport(0, 0, width, height);
    draw();
    gl.bindFramebuffer(gl.FRAMEBUFFER, before);
    gl.deleteFramebuffer(framebuffer);
  }

  function dispose(): void {
    gl.deleteTexture(last?.level.texture ?? null);
    last = undefined;
  }

  return {
    /** How to draw the pane; undefined until a level of the volume is complete. */
    find(pane: PaneOf<'projection'>, context: DrawContext): Drawing | undefined {
      const { metadata } = context.subject;
      const projection = project(pane, context);
      if (!metadata || !projection) return undefined;
      const { grid, level } = projection;
      const position = affine(context.rect, (point) =>
        toPixel(grid, paneToPatient(pane.view, pane.rect, point)),
      );
      return {
        shader: PROJECTED,
        variant: { isSharp: pane.sharpen > 0 },
        uniforms: {
          ...position,
          ...toneUniforms(pane, metadata),
          reach: sharpeningReach(norm(position.across)),
        },
        samplers: { level },
      };
    },
    dispose,
  };
}

/** One more than the value: 0 where a ray meets no voxel. 65534 and 65535 become the same value. */
const PROJECTION = `${SLAB}uniform vec3 depth;
void main(){vec4 v=slab(at(pane()),depth);colour=uvec4(v.a>0.?min(v.r+1.5,65535.):0.);}`;

/** Interpolated between pixels with a value; outside of the volume (alpha 0) where the others have most of the weight. */
const PROJECTED = `uniform usampler2D level;
vec4 pixel(vec2 q){
vec2 p=at(q).xy;ivec2 a=ivec2(floor(p)),n=textureSize(level,0)-1;vec2 f=p-vec2(a),sum=vec2(0);
for(int i=0;i<4;i++){
ivec2 o=ivec2(i%2,i/2),c=clamp(a+o,ivec2(0),n);float x=float(texelFetch(level,c,0).r);
vec2 w=mix(1.-f,f,vec2(o));if(c==a+o&&x>0.)sum+=w.x*w.y*vec2(x-1.,1);
}
return sum.y<.5?vec4(0):vec4(vec3(sum.x/sum.y),1);
}
${TONE}`;
