import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildJaw } from './jaw/jaw.ts';
import { renderPanoramic } from './radiograph/panoramic.ts';
import { asPicture, type Radiograph } from './radiograph/picture.ts';

/** Writes the radiographs of the public site: `node server/src/demo/export-art.ts`. */
const folder = fileURLToPath(new URL('../../../web/src/site/art/', import.meta.url));

const WIDTHS = [480, 960, 1600] as const;

async function write(
  name: string,
  radiograph: Radiograph,
  widths: readonly number[],
): Promise<void> {
  for (const width of widths) {
    const small = await asPicture(radiograph).resize({ width }).png().toBuffer();
    const picture = asPicture(radiograph).resize({ width });
    for (const [kind, bytes] of [
      ['avif', await picture.clone().avif({ quality: 58, effort: 7 }).toBuffer()],
      ['webp', await picture.clone().webp({ quality: 76, effort: 6 }).toBuffer()],
    ] as const) {
      await writeFile(`${folder}${name}-${width}.${kind}`, bytes);
      console.log(`${name}-${width}.${kind}: ${bytes.length} bytes (png ${small.length})`);
    }
  }
}

await mkdir(folder, { recursive: true });
await write('panoramic', renderPanoramic(buildJaw(1), 2400), WIDTHS);
