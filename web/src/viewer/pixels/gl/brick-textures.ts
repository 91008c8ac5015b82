import { type BrickGrid, brickBox, countBricks } from '@deqiq/contract/shared/imaging/bricks.ts';
import type { Bricks, Level } from '../level.ts';
import type { BoundTexture } from './programs.ts';
import { createTexture, textureFormat } from './texture-upload.ts';

type Gl = WebGL2RenderingContext;

/** The texture of a level that arrives brick by brick, and one with a texel per brick: whether it is there. */
export const brickTextures = (
  grid: BrickGrid,
  { arrived, isReady }: { readonly arrived: readonly number[]; readonly isReady: Uint8Array },
): Pick<Bricks, 'upload' | 'shader'> => ({
  upload(gl, { volume, table = createTable(gl, grid) }, level, uploaded) {
    uploadBricks(gl, volume, { grid, level, indices: arrived.slice(uploaded) });
    const [columns, rows, layers] = countBricks(grid);
    const bytes = gl.UNSIGNED_BYTE;
    gl.bindTexture(table.target, table.texture);
    gl.texSubImage3D(
      table.target,
      0,
      0,
      0,
      0,
      columns,
      rows,
      layers,
      gl.RED_INTEGER,
      bytes,
      isReady,
    );
    return table;
  },
  shader: createShader(grid.brick),
});

function createTable(gl: Gl, grid: BrickGrid): BoundTexture {
  const bound = createTexture(gl, gl.TEXTURE_3D, gl.NEAREST);
  gl.texStorage3D(bound.target, 1, gl.R8UI, ...countBricks(grid));
  return bound;
}

interface Upload {
  readonly grid: BrickGrid;
  readonly level: Level;
  readonly indices: readonly number[];
}

function uploadBricks(
  gl: Gl,
  { target, texture }: BoundTexture,
  { grid, level, indices }: Upload,
): void {
  const { width, height, values } = level;
  const [, format, type] = textureFormat(gl, level);
  gl.bindTexture(target, texture);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, width);
  gl.pixelStorei(gl.UNPACK_IMAGE_HEIGHT, height);
  for (const index of indices) {
    const { first, size } = brickBox(grid, index);
    const start = (first[2] * height + first[1]) * width + first[0];
    gl.texSubImage3D(target, 0, ...first, ...size, format, type, values, start);
  }
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
  gl.pixelStorei(gl.UNPACK_IMAGE_HEIGHT, 0);
}

/** Values are interpolated between eight voxels, which may lie in eight bricks. */
const createShader = (side: number): string => `uniform usampler3D bricks;
bool isMissing(vec3 p,ivec3 n){
ivec3 a=ivec3(clamp(p,vec3(0),vec3(n))),i=a/${side},j=min(a+1,n)/${side};
for(int k=0;k<8;k++){
if(texelFetch(bricks,ivec3((k&1)<1?i.x:j.x,(k&2)<1?i.y:j.y,(k&4)<1?i.z:j.z),0).r<1u)return true;
if(i==j)break;
}
return false;
}
#define MISSING isMissing(p,textureSize(level,0)-1)
`;
