import { crc32 } from 'node:zlib';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import type { DicomPatient } from '@deqiq/samples/dicom/modality.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { zipSync } from 'fflate';

/** A file of which pictures are made. */
export interface XRay {
  readonly name: string;
  readonly bytes: Buffer;
  readonly crc32: number;
}

const patient: DicomPatient = {
  firstName: 'Nigar',
  lastName: 'Hüseynova',
  id: '1',
  birthDate: '1990-01-05',
  sex: 'F',
};

const exposure = { date: '2026-11-20', time: '10:30:00', institution: 'Dəqiq' } as const;

/** Grey values of 12 bits with some detail, so that encoders have work. */
const grey = (width: number, height: number, shift: number): Uint16Array =>
  Uint16Array.from(
    { length: width * height },
    (_, at) => ((at % width) * 5 + ((at * 2_654_435_761) >>> 24) + shift * 9) & 4_095,
  );

function panoramic(): Buffer {
  const width = 1_600;
  const height = 800;
  return dicomFile({
    ...exposure,
    patient,
    modality: 'PX',
    description: 'Panoram',
    width,
    height,
    frames: [grey(width, height, 0)],
    spacing: [0.1, 0.1],
  });
}

function cbct(side: number): Buffer {
  const frames = Array.from({ length: side }, (_, slice) => grey(side, side, slice));
  return dicomFile({
    ...exposure,
    patient,
    modality: 'CT',
    description: 'KLKT',
    width: side,
    height: side,
    frames,
    spacing: [0.2, 0.2],
    sliceSpacing: 0.2,
  });
}

function archive(count: number, side: number): Buffer {
  const slices = Array.from({ length: count }, (_, index): [string, Uint8Array] => [
    `CT/I${index}`,
    ctSlice({
      width: side,
      height: side,
      instance: index,
      position: [0, 0, index],
      pixels: grey(side, side, index),
    }),
  ]);
  return Buffer.from(zipSync(Object.fromEntries(slices), { level: 6 }));
}

/** One file of each kind. `isLarge`: also one that waits in the queue of volumes. */
export async function newXRays({ isLarge = false } = {}): Promise<readonly XRay[]> {
  const photo = await picture({ width: 2_600, height: 1_700, format: 'jpeg' });
  const files: [name: string, bytes: Buffer][] = [
    ['photo.jpg', photo.bytes],
    ['panoramic.dcm', panoramic()],
    ['cbct.dcm', cbct(100)],
    ['series.zip', archive(30, 96)],
  ];
  if (isLarge) files.push(['large.dcm', cbct(260)]);
  return files.map(([name, bytes]) => ({ name, bytes, crc32: crc32(bytes) }));
}
