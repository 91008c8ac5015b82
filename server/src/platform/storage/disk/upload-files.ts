import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { decodeMap } from './chunk-map.ts';
import { mapPath, partPath } from './disk-files.ts';

/** The group may read the files: a web server sends them (X-Accel-Redirect). */
export const MODE = 0o640;

/** Node ends the process when it collects a FileHandle that is open, so an error must close them. */
export interface Handles {
  readonly part: FileHandle;
  readonly map: FileHandle;
}

/** Opens both files or none. */
export async function openBoth(path: string): Promise<Handles> {
  const part = await open(partPath(path), 'r+');
  try {
    return { part, map: await open(mapPath(path), 'r+') };
  } catch (error) {
    await part.close();
    throw error;
  }
}

export async function closeBoth(handles: Handles | undefined): Promise<void> {
  await Promise.all([handles?.part.close(), handles?.map.close()]);
}

/** The chunks whose bytes match their records. Cuts off an invalid end of the map. */
export async function readChunks({ part, map }: Handles) {
  const { chunks, end } = decodeMap(await map.readFile());
  await map.truncate(end);
  const buffer = Buffer.allocUnsafe(CHUNK_SIZE);
  for (const [number, chunk] of chunks) {
    const { bytesRead } = await part.read(buffer, 0, chunk.length, number * CHUNK_SIZE);
    const sum = crc32(buffer.subarray(0, bytesRead));
    if (bytesRead !== chunk.length || sum !== chunk.crc32) chunks.delete(number);
  }
  return { chunks, end };
}
