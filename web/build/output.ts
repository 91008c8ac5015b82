import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Files of a build by their path relative to its folder, forward slashes, decoded, NFC. */
export type Output = Map<string, Buffer>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
};

/** Formats that are already compressed, and templates, which are not sent. */
const COMPRESSED = new Set(['.slots', '.woff2', '.avif', '.webp', '.png', '.jpg', '.ico']);

/** The Content-Type of a built file; an unknown type stops the build. */
export function findType(file: string): string {
  const type = TYPES[extname(file)];
  if (!type) throw new Error(`The build made ${file}, a kind of file it has no Content-Type for`);
  return type;
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Compresses a file with the highest quality of brotli. */
const compress = (bytes: Buffer): Promise<Buffer> =>
  brotliAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

const readIfThere = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch(() => undefined);

/** The compressed forms of a file, from the last build at `last` if it had the same file there. */
async function findForms(bytes: Buffer, last: string): Promise<{ br: Buffer; gz: Buffer }> {
  const [same, br, gz] = await Promise.all([last, `${last}.br`, `${last}.gz`].map(readIfThere));
  if (same?.equals(bytes) && br && gz) return { br, gz };
  return { br: await compress(bytes), gz: await gzipAsync(bytes, { level: 9 }) };
}

/** Writes a file of a build beside its compressed forms, where these are smaller. */
async function writeWithForms(path: string, bytes: Buffer, last: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  if (COMPRESSED.has(extname(path))) return;
  const { br, gz } = await findForms(bytes, last);
  if (br.length < bytes.length) await writeFile(`${path}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
}

/**
 * Writes a complete build and swaps it with the last one, so that no reader gets an incomplete build. Compressing takes
 * half of a build: files that are the same as in the last one are not compressed again.
 */
export async function replaceFolder(folder: string, output: Output): Promise<void> {
  const fresh = `${folder}.new`;
  const old = `${folder}.old`;
  await rm(fresh, { recursive: true, force: true });
  await Promise.all(
    Array.from(output, ([file, bytes]) =>
      writeWithForms(join(fresh, file), bytes, join(folder, file)),
    ),
  );
  await rm(old, { recursive: true, force: true });
  await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(fresh, folder);
  await rm(old, { recursive: true, force: true });
}
