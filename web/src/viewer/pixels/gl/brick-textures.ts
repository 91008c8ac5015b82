import { type BrickGrid, brickSize, countBricks } from '@deqiq/contract/shared/imaging/bricks.ts';
import type { Bricks } from '../level.ts';
import { BLACK, type BrickStore } from '../loading/bricks/brick-store.ts';
import type { BoundTexture } from './programs.ts';
import { createTexture, textureFormat } from './texture-upload.ts';

type Gl = WebGL2RenderingContext;

/** A point is on a voxel up to this part of one: ten times the rounding of the shader. */
const ON_VOXEL = 1e-3;

/** The texture of a level that arrives brick by brick, and one with a texel per brick: the table of the store. */
export const brickTextures = (
  grid: BrickGrid,
  store: BrickStore,
  arrived: readonly number[],
): Pick<Bricks, 'upload' | 'shader' | 'textureSize'> => ({
  textureSize: store.textureSize,
  upload(gl, { volume, table = createTable(gl, grid) }, level, uploaded) {
    const [, format, type] = textureFormat(gl, level);
    gl.bindTexture(volume.target, volume.texture);
    // A brick may have left the pool since it arrived.
    for (const index of new Set(arrived.slice(uploaded)))
      if (store.has(index)) uploadBrick(gl, store, index, { format, type });
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
    gl.pixelStorei(gl.UNPACK_IMAGE_HEIGHT, 0);
    uploadTable(gl, table, grid, store);
    return table;
  },
  shader: createShader(grid, store.slots),
});

function createTable(gl: Gl, grid: BrickGrid): BoundTexture {
  const bound = createTexture(gl, gl.TEXTURE_3D, gl.NEAREST);
  gl.texStorage3D(bound.target, 1, gl.R16UI, ...countBricks(grid));
  return bound;
}

function uploadTable(gl: Gl, bound: BoundTexture, grid: BrickGrid, { table }: BrickStore): void {
  const size = countBricks(grid);
  gl.bindTexture(bound.target, bound.texture);
  const format = gl.RED_INTEGER;
  gl.texSubImage3D(bound.target, 0, 0, 0, 0, ...size, format, gl.UNSIGNED_SHORT, table);
}

function uploadBrick(
  gl: Gl,
  { region, values }: BrickStore,
  index: number,
  { format, type }: { readonly format: GLenum; readonly type: GLenum },
): void {
  const { first, size, start, stride } = region(index);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, stride[0]);
  gl.pixelStorei(gl.UNPACK_IMAGE_HEIGHT, stride[1]);
  gl.texSubImage3D(gl.TEXTURE_3D, 0, ...first, ...size, format, type, values, start);
}

/**
 * Values are interpolated between eight voxels, which may lie in eight bricks. A point that lies on a voxel, but for the
 * rounding of its coordinates, needs no others: then `p` becomes that voxel.
 */
const createShader = (
  grid: BrickGrid,
  slots: BrickStore['slots'],
): string => `uniform usampler3D bricks;
const ivec3 brick=ivec3(${brickSize(grid)}),last=ivec3(${grid.width - 1},${grid.height - 1},${grid.slices - 1});
bool lacks(ivec3 i,ivec3 j){
for(int k=0;k<8;k++){
if(texelFetch(bricks,ivec3((k&1)<1?i.x:j.x,(k&2)<1?i.y:j.y,(k&4)<1?i.z:j.z),0).r<1u)return true;
if(i==j)break;
}
return false;
}
bool isMissing(inout vec3 p){
p=clamp(p,vec3(0),vec3(last));
ivec3 a=ivec3(p);
if(!lacks(a/brick,min(a+1,last)/brick))return false;
vec3 n=round(p);
p=mix(p,n,vec3(lessThan(abs(p-n),vec3(${ON_VOXEL}))));
return lacks(ivec3(p)/brick,ivec3(ceil(p))/brick);
}
#define MISSING isMissing(p)
${slots ? readPool(slots) : '#define FINEST linear(level,p)\n'}`;

/** `pooled` is `linear` of the shader of volumes, for voxels that lie in any slot. Elsewhere black voxels are 0 as they were. */
const readPool = ([columns, rows]: readonly number[]): string => `
float stored(highp usampler3D t,int x,int y,int z){
ivec3 v=ivec3(x,y,z);int s=int(texelFetch(bricks,v/brick,0).r)-1;
if(s==${BLACK - 1})return 0.;
ivec3 slot=ivec3(s%${columns},s/${columns}%${rows},s/${Number(columns) * Number(rows)});
return float(texelFetch(t,slot*brick+v%brick,0).r);
}
float pooled(highp usampler3D t,vec3 p){
p=clamp(p,vec3(0),vec3(last));
ivec3 a=ivec3(p),b=min(a+1,last);vec3 f=p-vec3(a);
return mix(mix(mix(stored(t,a.x,a.y,a.z),stored(t,b.x,a.y,a.z),f.x),mix(stored(t,a.x,b.y,a.z),stored(t,b.x,b.y,a.z),f.x),f.y),
mix(mix(stored(t,a.x,a.y,b.z),stored(t,b.x,a.y,b.z),f.x),mix(stored(t,a.x,b.y,b.z),stored(t,b.x,b.y,b.z),f.x),f.y),f.z);
}
#define FINEST pooled(level,p)
`;
