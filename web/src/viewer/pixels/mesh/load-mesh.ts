import { surfaceMetadata } from '@deqiq/contract/shared/imaging/surfaces.ts';
import { PictureError } from '../loading/picture-error.ts';
import type { PictureSource } from '../loading/source.ts';
import { decodeMesh, type ScanMesh } from './decode-mesh.ts';

/** Loads and decodes a surface scan. Throws PictureError, or AbortError. */
export async function loadMesh(source: PictureSource, signal: AbortSignal): Promise<ScanMesh> {
  const response = await source.fetch('meta', { signal });
  const metadata = surfaceMetadata.safeParse(await response.json().catch(() => undefined));
  signal.throwIfAborted();
  if (!metadata.success) throw new PictureError('damaged', metadata.error);
  const { body } = await source.fetch('mesh', { signal });
  if (!body) throw new PictureError('network');
  const mesh = await decodeMesh(metadata.data, body);
  signal.throwIfAborted();
  return mesh;
}
