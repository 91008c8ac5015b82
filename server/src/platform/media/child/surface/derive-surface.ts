import sharp from 'sharp';
import type { Derivation } from '../../derivation.ts';
import { isPly } from '../../surface-format.ts';
import type { Emit } from '../derive/emit.ts';
import { emitPreviews } from '../derive/previews.ts';
import { type Input, withSource } from '../input.ts';
import { drawSurface } from './draw-surface.ts';
import { encodeMesh } from './encode-mesh.ts';
import { readPly } from './ply.ts';
import { readStl } from './stl.ts';

/** WebP quality of the drawn preview. */
const QUALITY = 82;

/** Emits the mesh of a surface scan, its metadata and previews. Throws where it is damaged or above a limit. */
export const deriveSurface = (input: Input, emit: Emit): Promise<Derivation> =>
  withSource(input, async (source) => {
    const mesh = isPly(source.read(0, 4096)) ? readPly(source) : readStl(source);
    const { metadata, bytes } = await encodeMesh(mesh);
    await emit('meta', Buffer.from(JSON.stringify(metadata)));
    await emit('mesh', bytes);
    const { pixels, width, height } = drawSurface(mesh);
    const open = () => sharp(pixels, { raw: { width, height, channels: 1 } });
    const previews = await emitPreviews(open, { width, height }, QUALITY, emit);
    const summary = { kind: 'surface', previews } as const;
    return { state: 'ready', kind: 'surface', summary };
  });
