import { type Element, encodeElements } from './elements.ts';
import { imageElements } from './image.ts';
import { type DicomImage, findSopClass } from './modality.ts';
import { uidFor } from './uid.ts';

const EXPLICIT_VR_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const PREAMBLE = 128;

/** A DICOM Part 10 file (PS3.10, section 7): preamble, file meta information, data set. */
export function dicomFile(image: DicomImage): Buffer {
  const instance = uidFor('instance', image.patient.id, image.date, image.time, image.description);
  const meta = encodeElements([
    { tag: 0x0002_0001, vr: 'OB', value: Uint8Array.of(0, 1) },
    { tag: 0x0002_0002, vr: 'UI', value: findSopClass(image.modality) },
    { tag: 0x0002_0003, vr: 'UI', value: instance },
    { tag: 0x0002_0010, vr: 'UI', value: EXPLICIT_VR_LITTLE_ENDIAN },
    { tag: 0x0002_0012, vr: 'UI', value: uidFor('implementation', 'deqiq') },
    { tag: 0x0002_0013, vr: 'SH', value: 'DEQIQ_DEMO_1' },
  ]);
  const length: Element = { tag: 0x0002_0000, vr: 'UL', value: meta.length };
  return Buffer.concat([
    Buffer.alloc(PREAMBLE),
    Buffer.from('DICM', 'latin1'),
    encodeElements([length]),
    meta,
    encodeElements(imageElements(image, instance)),
  ]);
}
