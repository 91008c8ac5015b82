import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { computedPanoramic } from '@deqiq/samples/dicom/computed-panoramic.ts';
import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import { buildJaw } from '@deqiq/samples/jaw/jaw.ts';
import { renderPanoramic } from '@deqiq/samples/radiograph/panoramic.ts';
import { asPicture } from '@deqiq/samples/radiograph/picture.ts';

export const MiB = 1024 ** 2;

/** A file on disk, for a file input. */
export interface Sample {
  path: string;
  name: string;
  sha256: string;
}

/** Files for one test, removed after it. */
export class Samples {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<Samples> {
    return new Samples(await mkdtemp(join(tmpdir(), 'deqiq-samples-')));
  }

  /** A real panoramic from the folder DICOM_SAMPLES; if that is unset, a computed one. */
  async panoramic(): Promise<Sample> {
    const folder = process.env.DICOM_SAMPLES;
    if (!folder) return this.file('panoram.dcm', computedPanoramic(1200, 0.2));
    const name = (await readdir(folder)).find((entry) => entry.endsWith('.dcm'));
    if (!name) throw new Error(`there is no .dcm in ${folder}`);
    return describe(join(folder, name));
  }

  /** A DICOM file of exactly `bytes` bytes that do not repeat. */
  async large(name: string, bytes: number): Promise<Sample> {
    const noise = new Uint32Array(Math.ceil(bytes / 4));
    let state = 0x2545f491;
    for (let index = 0; index < noise.length; index += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      noise[index] = state;
    }
    const content = Buffer.from(noise.buffer, 0, bytes);
    content.fill(0, 0, 128);
    content.write('DICM', 128, 'latin1');
    return this.file(name, content);
  }

  async file(name: string, content: Buffer): Promise<Sample> {
    const path = join(this.#folder, name);
    await writeFile(path, content);
    return describe(path);
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

async function describe(path: string): Promise<Sample> {
  return { path, name: basename(path), sha256: await sha256(path) };
}

export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}

/** A small DICOM panoramic of a patient. */
export function createPanoramic(patient: { firstName: string; lastName: string }): Buffer {
  const width = 600;
  const height = 300;
  const grey = Uint16Array.from({ length: width * height }, (_, at) => (at % width) * 4);
  return dicomFile({
    modality: 'PX',
    date: '2026-11-20',
    time: '10:30:00',
    description: 'Panoram',
    width,
    height,
    frames: [grey],
    spacing: [0.1, 0.1],
    institution: 'Dəqiq Diaqnostika',
    patient: { ...patient, id: '1', birthDate: '1990-01-05', sex: 'F' },
  });
}

/** A small radiograph in a format that every browser shows. */
export function picture(): Promise<Buffer> {
  return asPicture(renderPanoramic(buildJaw(2), 600))
    .png()
    .toBuffer();
}

/** Columns of the bars of `createBars`, and what is between them. */
export const BARS = { columns: [550, 650], millimetres: 10 } as const;

/** A panoramic of 1200 × 600 pixels with two upright bars, 100 pixels of 0.1 mm apart, on a fabric of grey. */
export function createBars(patient: { firstName: string; lastName: string }): Buffer {
  const width = 1200;
  const height = 600;
  const grey = Uint16Array.from({ length: width * height }, (_, at) => {
    const x = at % width;
    const y = Math.floor(at / width);
    const isBar = BARS.columns.some((column) => Math.abs(x - column) <= 1);
    return isBar ? 4000 : 600 + ((x * 7 + y * 13) % 400);
  });
  return dicomFile({
    modality: 'PX',
    date: '2026-11-20',
    time: '10:30:00',
    description: 'Panoram',
    width,
    height,
    frames: [grey],
    spacing: [0.1, 0.1],
    institution: 'Dəqiq Diaqnostika',
    patient: { ...patient, id: '1', birthDate: '1990-01-05', sex: 'F' },
  });
}
