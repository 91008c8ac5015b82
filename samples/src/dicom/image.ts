import type { Element } from './elements.ts';
import { type DicomImage, findSopClass, modalityElements } from './modality.ts';
import { uidFor } from './uid.ts';

const BITS_STORED = 12;
const digits = (text: string) => text.replaceAll(/\D/g, '');

/** The data set of one picture; `instance` is its SOP instance UID. */
export function imageElements(image: DicomImage, instance: string): Element[] {
  return [
    ...identity(image, instance),
    ...patientElements(image),
    ...pixelElements(image),
    ...modalityElements(image),
  ];
}

function identity(image: DicomImage, instance: string): Element[] {
  const visit = [image.patient.id, image.date] as const;
  const date = digits(image.date);
  const time = digits(image.time);
  return [
    { tag: 0x0008_0005, vr: 'CS', value: 'ISO_IR 192' },
    { tag: 0x0008_0008, vr: 'CS', value: ['ORIGINAL', 'PRIMARY'] },
    { tag: 0x0008_0016, vr: 'UI', value: findSopClass(image.modality) },
    { tag: 0x0008_0018, vr: 'UI', value: instance },
    ...[0x0008_0020, 0x0008_0021, 0x0008_0022, 0x0008_0023].map(
      (tag): Element => ({ tag, vr: 'DA', value: date }),
    ),
    ...[0x0008_0030, 0x0008_0031, 0x0008_0032, 0x0008_0033].map(
      (tag): Element => ({ tag, vr: 'TM', value: time }),
    ),
    { tag: 0x0008_0050, vr: 'SH', value: '' },
    { tag: 0x0008_0060, vr: 'CS', value: image.modality },
    { tag: 0x0008_0070, vr: 'LO', value: 'Dəqiq Diaqnostika' },
    { tag: 0x0008_0080, vr: 'LO', value: image.institution },
    { tag: 0x0008_0090, vr: 'PN', value: '' },
    { tag: 0x0008_1030, vr: 'LO', value: image.description },
    { tag: 0x0008_103e, vr: 'LO', value: image.description },
    { tag: 0x0008_1090, vr: 'LO', value: 'Synthetic jaw' },
    { tag: 0x0018_0015, vr: 'CS', value: 'JAW' },
    { tag: 0x0020_000d, vr: 'UI', value: uidFor('study', ...visit) },
    { tag: 0x0020_000e, vr: 'UI', value: uidFor('series', ...visit, image.description) },
    { tag: 0x0020_0010, vr: 'SH', value: date },
    { tag: 0x0020_0011, vr: 'IS', value: '1' },
    { tag: 0x0020_0013, vr: 'IS', value: '1' },
  ];
}

function patientElements({ patient }: DicomImage): Element[] {
  return [
    { tag: 0x0010_0010, vr: 'PN', value: `${patient.lastName}^${patient.firstName}` },
    { tag: 0x0010_0020, vr: 'LO', value: patient.id },
    { tag: 0x0010_0030, vr: 'DA', value: digits(patient.birthDate) },
    { tag: 0x0010_0040, vr: 'CS', value: patient.sex },
  ];
}

function pixelElements({ width, height, frames, spacing, modality }: DicomImage): Element[] {
  const size = width * height;
  const pixels = new Uint16Array(size * frames.length);
  frames.forEach((frame, i) => {
    pixels.set(frame, i * size);
  });
  return [
    { tag: 0x0028_0002, vr: 'US', value: 1 },
    { tag: 0x0028_0004, vr: 'CS', value: 'MONOCHROME2' },
    ...(modality === 'CT'
      ? [{ tag: 0x0028_0008, vr: 'IS', value: String(frames.length) } as const]
      : []),
    { tag: 0x0028_0010, vr: 'US', value: height },
    { tag: 0x0028_0011, vr: 'US', value: width },
    { tag: 0x0028_0030, vr: 'DS', value: spacing.map(String) },
    { tag: 0x0028_0100, vr: 'US', value: 16 },
    { tag: 0x0028_0101, vr: 'US', value: BITS_STORED },
    { tag: 0x0028_0102, vr: 'US', value: BITS_STORED - 1 },
    { tag: 0x0028_0103, vr: 'US', value: 0 },
    { tag: 0x0028_1050, vr: 'DS', value: '2048' },
    { tag: 0x0028_1051, vr: 'DS', value: '4096' },
    { tag: 0x0028_1052, vr: 'DS', value: '0' },
    { tag: 0x0028_1053, vr: 'DS', value: '1' },
    { tag: 0x0028_1054, vr: 'LO', value: 'US' },
    { tag: 0x0028_2110, vr: 'CS', value: '00' },
    { tag: 0x2050_0020, vr: 'CS', value: 'IDENTITY' },
    { tag: 0x7fe0_0010, vr: 'OW', value: littleEndian(pixels) },
  ];
}

function littleEndian(pixels: Uint16Array): Uint8Array {
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const isLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  return isLittle ? bytes : bytes.swap16();
}
