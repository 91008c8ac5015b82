import type { BufferRect } from '../buffer-rect.ts';
import { VOLUME } from '../shaders.ts';
import { levelsFor, SURFACE_SCALE } from '../subject.ts';
import { createSurfaceBuffer } from '../surface-buffer.ts';
import type { DrawContext, Drawing, PaneOf } from './drawing.ts';
import { createMeshPainter, REACH } from './mesh-painter.ts';
import { surfaceUniforms } from './surface-uniforms.ts';
import { toneUniforms, volumeUniforms } from './uniforms.ts';
import { createSamplers, fillVariant, findVolume } from './volume-drawing.ts';

type Paint = (drawing: Drawing | undefined, rect: BufferRect) => void;

/** Draws the bone surface, and a mesh over it, into a buffer of their own. */
export function createSurfacePainter(gl: WebGL2RenderingContext, paint: Paint) {
  const buffer = createSurfaceBuffer(gl);
  const meshes = createMeshPainter(gl);
  return {
    /** Copies the pane to another buffer; null is the canvas. */
    draw(pane: PaneOf<'surface'>, context: DrawContext, target: WebGLFramebuffer | null): void {
      const { subject, rect, isMoving } = context;
      const drawn = levelsFor(subject.levels, SURFACE_SCALE);
      const key = JSON.stringify([
        pane,
        drawn?.level.scale,
        drawn?.level.ready,
        drawn?.coarser?.scale,
      ]);
      buffer.draw(key, rect, isMoving ? 'moving' : 'rest', (size) => {
        const ratio = (rect.ratio * size.width) / rect.width;
        const whole = { ...size, x: 0, y: 0, corner: rect.corner, ratio };
        const bone = drawSurface(pane, { ...context, rect: whole });
        meshes.draw(pane, whole, () => paint(bone, whole));
      });
      buffer.copyTo(target, rect);
    },
    dispose(): void {
      buffer.dispose();
      meshes.dispose();
    },
  };
}

function drawSurface(pane: PaneOf<'surface'>, context: DrawContext): Drawing | undefined {
  const { rect, isMoving } = context;
  const volume = findVolume(context, () => SURFACE_SCALE);
  if (!volume) return undefined;
  const { metadata, space, drawn } = volume;
  const { view, cut, rect: paneSize } = pane;
  const threshold = (pane.threshold - metadata.intercept) / metadata.slope;
  const step = drawn.level.scale * (isMoving ? 1.5 : 0.75);
  return {
    shader: pane.overlay ? `#define DEPTH\n${SURFACE}` : SURFACE,
    variant: { ...fillVariant(drawn), isRough: isMoving },
    uniforms: {
      ...surfaceUniforms(space, rect, { view, paneSize, threshold, cut, step }),
      ...volumeUniforms(space, drawn),
      ...toneUniforms(pane, metadata),
    },
    samplers: createSamplers(drawn, context),
  };
}

/**
 * The first crossing of a threshold along parallel rays. `cut`: a plane; what has a larger dot product is hidden, and
 * bone on the plane shows its grey values. `march`: threshold, millimetres between samples, distance for gradients.
 * Depths are written for a mesh that is drawn later.
 */
const SURFACE = `${VOLUME}uniform vec3 ray;uniform vec4 cut;uniform vec3 march;uniform mat3 gradient,lamp;
#ifdef DEPTH
#define REACH(t) gl_FragDepth=clamp(.5+.5*(t)/${REACH}.,0.,1.)
#else
#define REACH(t)
#endif
float inside(vec3 v){return max(voxel(v),0.);}
void main(){
colour=vec4(0,0,0,1);REACH(1e9);
vec3 o=at(pane()),d=mix(ray,vec3(1e-6),vec3(lessThan(abs(ray),vec3(1e-6))));
vec3 a=(vec3(-.5)-o)/d,b=(size-.5-o)/d,lo=min(a,b),hi=max(a,b);
float t0=max(lo.x,max(lo.y,lo.z)),t1=min(hi.x,min(hi.y,hi.z)),slope=dot(cut.xyz,ray),limit=cut.w-dot(cut.xyz,o);
bool isCut=false;
if(abs(slope)>1e-9){float t=limit/slope;if(slope>0.)t1=min(t1,t);else if(t>t0){t0=t;isCut=true;}}
else if(limit<0.)return;
float t=t0+1e-3,from=t0,x=-1.;
for(;t<t1;t+=march.y){x=sampled(o+ray*t);if(x>=march.x)break;from=t;}
if(x<march.x)return;
if(from==t0){if(isCut){REACH(t0);colour.rgb=vec3(clamp(x*tone.x+tone.y,0.,1.));return;}}
else for(int i=0;i<5;i++){float m=(from+t)*.5;if(voxel(o+ray*m)>=march.x)t=m;else from=m;}
REACH(t);vec3 v=o+ray*t;float h=march.z;
vec3 n=normalize(1e-9+gradient*vec3(inside(v-vec3(h,0,0))-inside(v+vec3(h,0,0)),inside(v-vec3(0,h,0))-inside(v+vec3(0,h,0)),inside(v-vec3(0,0,h))-inside(v+vec3(0,0,h))));
float light=max(dot(n,lamp[0]),0.),shine=pow(max(dot(n,lamp[1]),0.),24.);
colour.rgb=vec3(.93,.88,.78)*(.16+.84*light)+.18*shine;
}`;
