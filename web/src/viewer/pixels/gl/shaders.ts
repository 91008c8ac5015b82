/**
 * Fragment shaders. Textures contain unsigned integers, which WebGL never filters: many phones cannot filter 16-bit or
 * float textures, so values are interpolated here. Pane pixels are counted from the top left.
 */

/** One triangle that covers the pane. */
export const VERTEX = `#version 300 es
void main(){gl_Position=vec4(gl_VertexID==1?3:-1,gl_VertexID==2?3:-1,0,1);}`;

/** Features of a compiled program. Without a GPU, code that is compiled but not run costs most of the time. */
export interface Variant {
  /** The four neighbours of a pixel sharpen it. */
  readonly isSharp?: boolean;
  /** A slab has more than one layer. */
  readonly hasLayers?: boolean;
  /** A coarser level fills what the finer one does not have yet. */
  readonly hasCoarser?: boolean;
  /** Defines MISSING and FINEST for a finer level that arrives brick by brick, not slice by slice. */
  readonly missing?: string | undefined;
  /** Slabs and rays take the nearest voxel: the picture moves. */
  readonly isRough?: boolean;
  /** Pixels of a picture are so large that they are shown as squares. */
  readonly isNearest?: boolean;
  /** The buffer contains stored pixels instead of colours. */
  readonly isStored?: boolean;
}

export function createFragment(shader: string, variant: Variant): string {
  const { isSharp, hasLayers, hasCoarser, isRough, isNearest, isStored, missing } = variant;
  const define = (name: string, isDefined = false) => (isDefined ? `#define ${name}\n` : '');
  return (
    `${HEAD}out ${isStored ? 'u' : ''}vec4 colour;\n` +
    define('SHARP', isSharp) +
    define('LAYERS', hasLayers) +
    define('COARSER', hasCoarser) +
    define('ROUGH', isRough) +
    define('NEAREST', isNearest) +
    (missing ?? '#define MISSING p.z>ready\n#define FINEST linear(level,p)\n') +
    shader
  );
}

/** `at`: the coordinates of a pixel of the pane in a picture or volume. */
const HEAD = `#version 300 es
precision highp float;precision highp int;precision highp sampler2D;precision highp usampler2D;precision highp usampler3D;
uniform vec4 rect,tone;uniform float reach;uniform vec3 origin,across,below;
vec2 pane(){return vec2(gl_FragCoord.x-rect.x,rect.y+rect.w-gl_FragCoord.y);}
vec3 at(vec2 p){return origin+p.x*across+p.y*below;}
`;

/** Sharpens with the four neighbours at a distance of `reach`, then applies window and inversion (`tone`). */
export const TONE = `void main(){
vec2 p=pane();vec4 v=pixel(p);
#ifdef SHARP
vec4 sum=vec4(0);
for(int i=0;i<4;i++){vec2 d=i<2?vec2(i*2-1,0):vec2(0,i*2-5);vec4 n=pixel(p+d*reach);sum+=n.a>0.?n:v;}
v.rgb+=tone.w*(v.rgb-sum.rgb*.25);
#endif
vec3 t=clamp(v.rgb*tone.x+tone.y,0.,1.);
colour=vec4(v.a>0.?mix(t,1.-t,tone.z):vec3(0),1);
}`;

const PICTURE = `uniform vec4 bounds;
bool isOutside(vec2 p){return any(lessThan(p,bounds.xy))||any(greaterThan(p,bounds.zw));}
vec2 snap(vec2 p){
#ifdef NEAREST
return floor(p+.5);
#else
return p;
#endif
}
`;

export const GREY = `${PICTURE}uniform usampler2D level;
float texel(int x,int y){return float(texelFetch(level,ivec2(x,y),0).r);}
vec4 pixel(vec2 q){
vec2 p=at(q).xy;if(isOutside(p))return vec4(0);
vec2 n=vec2(textureSize(level,0)-1);p=clamp(snap(p),vec2(0),n);
ivec2 a=ivec2(p),b=min(a+1,ivec2(n));vec2 f=p-vec2(a);
return vec4(vec3(mix(mix(texel(a.x,a.y),texel(b.x,a.y),f.x),mix(texel(a.x,b.y),texel(b.x,b.y),f.x),f.y)),1);
}
${TONE}`;

export const COLOUR = `${PICTURE}uniform sampler2D level;
vec4 pixel(vec2 q){
vec2 p=at(q).xy;if(isOutside(p))return vec4(0);
return vec4(texture(level,(snap(p)+.5)/vec2(textureSize(level,0))).rgb*255.,1);
}
${TONE}`;

/**
 * `voxel`: the value at full-resolution voxel coordinates, negative where there is none. While the finer level loads,
 * the coarser one fills the slices above `ready`, or where one of the bricks around the point is missing. `sampled`: the same, less exact while the picture moves.
 */
export const VOLUME = `uniform usampler3D level,coarser;uniform vec4 maps;uniform float ready;uniform vec3 size;
#define T(x,y,z) float(texelFetch(t,ivec3(x,y,z),0).r)
float linear(highp usampler3D t,vec3 p){
ivec3 n=textureSize(t,0)-1;p=clamp(p,vec3(0),vec3(n));
ivec3 a=ivec3(p),b=min(a+1,n);vec3 f=p-vec3(a);
return mix(mix(mix(T(a.x,a.y,a.z),T(b.x,a.y,a.z),f.x),mix(T(a.x,b.y,a.z),T(b.x,b.y,a.z),f.x),f.y),
mix(mix(T(a.x,a.y,b.z),T(b.x,a.y,b.z),f.x),mix(T(a.x,b.y,b.z),T(b.x,b.y,b.z),f.x),f.y),f.z);
}
bool isOutside(vec3 v){return any(lessThan(v,vec3(-.5)))||any(greaterThan(v,size-.5));}
float voxel(vec3 v){
if(isOutside(v))return -1.;
vec3 p=v*maps.x+maps.y;
#ifdef COARSER
if(MISSING)return maps.z>0.?linear(coarser,v*maps.z+maps.w):-1.;
#endif
return FINEST;
}
float sampled(vec3 v){
#if defined(ROUGH)&&!defined(COARSER)
ivec3 p=clamp(ivec3(v*maps.x+maps.y+.5),ivec3(0),textureSize(level,0)-1);
return isOutside(v)?-1.:float(texelFetch(level,p,0).r);
#else
return voxel(v);
#endif
}
`;

/** `layers`: thickness in millimetres, number of samples, and 1 for the highest value, -1 for the lowest, 0 for the mean. */
export const SLAB = `${VOLUME}uniform vec3 layers;
vec4 slab(vec3 v,vec3 d){
#ifdef LAYERS
float z=layers.z,top=-1e9,sum=0.,n=0.;
for(float i=.5;i<layers.y;i++){float x=sampled(v+d*layers.x*(i/layers.y-.5));if(x>=0.){top=max(top,x*z);sum+=x;n++;}}
return n>0.?vec4(vec3(z==0.?sum/n:top*z),1):vec4(0);
#else
float x=voxel(v);return x<0.?vec4(0):vec4(vec3(x),1);
#endif
}
`;

export const PLANE = `${SLAB}uniform vec3 depth;
vec4 pixel(vec2 p){return slab(at(p),depth);}
${TONE}`;
