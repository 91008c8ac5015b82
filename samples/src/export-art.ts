import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Sharp } from 'sharp';
import { bitewingArt, panoramicArt, planArt, triptychArt, volumeArt } from './art.ts';

/** Writes the radiographs of the public site: `node samples/src/export-art.ts`. */
const folder = fileURLToPath(new URL('../../web/src/site/art/', import.meta.url));

async function write(name: string, picture: Sharp, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    const sized = picture.clone().resize({ width });
    const encoded = {
      // The home page may weigh 60 KB at load; the coarser grain is invisible on a wide picture.
      avif: await sized
        .clone()
        .avif({ quality: width > 1000 ? 46 : 58, effort: 7 })
        .toBuffer(),
      webp: await sized.clone().webp({ quality: 76, effort: 6 }).toBuffer(),
    };
    for (const [kind, bytes] of Object.entries(encoded)) {
      await writeFile(`${folder}${name}-${width}.${kind}`, bytes);
      console.log(`${name}-${width}.${kind}  ${bytes.length} bytes`);
    }
  }
}

/** Names on the command line limit the export to these. */
const wanted = new Set(process.argv.slice(2));
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name);

await mkdir(folder, { recursive: true });
if (isWanted('panoramic')) await write('panoramic', panoramicArt(), [480, 960, 1600]);
if (isWanted('cbct-triptych')) await write('cbct-triptych', await triptychArt(), [480, 960, 1344]);
if (isWanted('bitewing')) await write('bitewing', bitewingArt(), [480, 960]);
if (isWanted('plan')) await write('plan', planArt(), [400, 588]);
if (isWanted('volume')) await write('volume', volumeArt(), [480, 960, 1600]);
