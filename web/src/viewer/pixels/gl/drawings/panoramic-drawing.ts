import { toVoxel, toVoxelOffset, type VolumeSpace } from '../../../geometry/volume/volume-space.ts';
import { SLAB, TONE } from '../shaders.ts';
import type { DrawContext, Drawing, PaneOf } from './drawing.ts';
import { pictureUniforms, slabLayers, toneUniforms, volumeUniforms } from './uniforms.ts';
import { createSamplers, findVolume, slabVariant } from './volume-drawing.ts';

export function drawPanoramic(
  pane: PaneOf<'panoramic'>,
  context: DrawContext,
): Drawing | undefined {
  const { rect, textures } = context;
  const { view, slab, surface, top, millimetresPerPixel, rect: size } = pane;
  const volume = findVolume(
    context,
    ({ spacing }) => millimetresPerPixel / (view.scale * rect.ratio) / Math.min(...spacing),
  );
  if (!volume) return undefined;
  const { metadata, space, drawn } = volume;
  const grid = { width: surface.length / 5, height: 1, toPixel: (position: number) => position };
  return {
    shader: PANORAMIC,
    variant: slabVariant(pane, volume, context),
    uniforms: {
      ...pictureUniforms(rect, { view, size }, grid),
      ...volumeUniforms(space, drawn),
      ...toneUniforms(pane, metadata),
      layers: slabLayers(space, slab, drawn.level.scale),
      rows: [top, millimetresPerPixel],
      toVoxel: { matrix: voxelMatrix(pane.space ?? space) },
    },
    samplers: { ...createSamplers(drawn, context), curve: textures.columns(surface) },
  };
}

/** The matrix from patient coordinates to voxels, by columns. */
function voxelMatrix(space: VolumeSpace): readonly number[] {
  const columns = [
    toVoxelOffset(space, [1, 0, 0]),
    toVoxelOffset(space, [0, 1, 0]),
    toVoxelOffset(space, [0, 0, 1]),
  ];
  return [...columns.flatMap((column) => [...column, 0]), ...toVoxel(space, [0, 0, 0]), 1];
}

/** `curve`: per column position and direction to the outside. `rows`: height of row 0, millimetres per row. */
const PANORAMIC = `${SLAB}uniform sampler2D curve;uniform mat4 toVoxel;uniform vec2 rows;
vec4 pixel(vec2 p){
vec3 c=at(p);float n=float(textureSize(curve,0).x);
if(c.x<-.5||c.x>n-.5)return vec4(0);
float x=clamp(c.x,0.,n-1.);int i=int(x),j=min(i+1,int(n)-1);
vec4 a=mix(texelFetch(curve,ivec2(i,0),0),texelFetch(curve,ivec2(j,0),0),x-float(i));
return slab((toVoxel*vec4(a.xy,rows.x-c.y*rows.y,1)).xyz,mat3(toVoxel)*vec3(normalize(a.zw),0));
}
${TONE}`;
