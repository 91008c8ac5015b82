import type { Element } from './elements.ts';

export type Modality = 'PX' | 'IO' | 'CT';

export interface DicomPatient {
  firstName: string;
  lastName: string;
  id: string;
  /** YYYY-MM-DD */
  birthDate: string;
  sex: 'F' | 'M';
}

/** The picture of one examination. All frames are `width` x `height` grey values of 12 bits, dense = bright. */
export interface DicomImage {
  modality: Modality;
  patient: DicomPatient;
  /** Local date and time of the exposure: YYYY-MM-DD and HH:MM:SS. */
  date: string;
  time: string;
  description: string;
  institution: string;
  width: number;
  height: number;
  frames: readonly Uint16Array[];
  /** mm between rows and between columns. */
  spacing: readonly [number, number];
  /** mm between frames. */
  sliceSpacing?: number;
  /** FDI numbers of the teeth in an intra-oral picture; at least one is required. */
  teeth?: readonly number[];
}

/** Storage classes (PS3.4, table B.5-1): digital X-ray, digital intra-oral X-ray, multi-frame grayscale word. */
const SOP_CLASSES: Record<Modality, string> = {
  PX: '1.2.840.10008.5.1.4.1.1.1.1',
  IO: '1.2.840.10008.5.1.4.1.1.1.3',
  CT: '1.2.840.10008.5.1.4.1.1.7.3',
};

export const findSopClass = (modality: Modality): string => SOP_CLASSES[modality];

const code = (value: string, scheme: string, meaning: string): Element[] => [
  { tag: 0x0008_0100, vr: 'SH', value },
  { tag: 0x0008_0102, vr: 'SH', value: scheme },
  { tag: 0x0008_0104, vr: 'LO', value: meaning },
];

const JAW = code('661005', 'SCT', 'Jaw region');

/** A private coding scheme, as the prefix 99 indicates (PS3.16, section 8). */
const OWN_SCHEME = '99DEQIQ';

/** The modules of a projection X-ray beyond those of any picture: DX and intra-oral (PS3.3, A.26 and A.28). */
function projection(image: DicomImage): Element[] {
  const [rows, columns] = image.spacing;
  return [
    { tag: 0x0008_0068, vr: 'CS', value: 'FOR PRESENTATION' },
    { tag: 0x0008_2218, vr: 'SQ', value: [JAW] },
    { tag: 0x0018_1164, vr: 'DS', value: [String(rows), String(columns)] },
    { tag: 0x0018_1508, vr: 'CS', value: image.modality === 'PX' ? 'PANORAMIC' : 'NONE' },
    { tag: 0x0018_7004, vr: 'CS', value: 'DIRECT' },
    { tag: 0x0020_0020, vr: 'CS', value: ['L', 'F'] },
    { tag: 0x0020_0062, vr: 'CS', value: image.modality === 'PX' ? 'B' : 'L' },
    { tag: 0x0028_0301, vr: 'CS', value: 'NO' },
    { tag: 0x0028_1040, vr: 'CS', value: 'LOG' },
    { tag: 0x0028_1041, vr: 'SS', value: 1 },
    { tag: 0x0040_0555, vr: 'SQ', value: [] },
    {
      tag: 0x0054_0220,
      vr: 'SQ',
      value: [
        image.modality === 'PX'
          ? code('PANORAMIC', OWN_SCHEME, 'Panoramic')
          : code('INTRAORAL', OWN_SCHEME, 'Intra-oral'),
      ],
    },
    ...(image.modality === 'IO' ? [teethElement(image.teeth ?? [])] : []),
  ];
}

/** The teeth of an intra-oral picture by FDI number (PS3.3, C.8.11.9). */
function teethElement(teeth: readonly number[]): Element {
  const value = teeth.map((fdi) => code(`FDI${fdi}`, OWN_SCHEME, `Tooth ${fdi}`));
  return { tag: 0x0008_2228, vr: 'SQ', value };
}

/** The frames of a multi-frame secondary capture (PS3.3, A.8.4). */
function frames(image: DicomImage): Element[] {
  const spacing = String(image.sliceSpacing ?? 1);
  return [
    { tag: 0x0008_0064, vr: 'CS', value: 'WSD' },
    { tag: 0x0020_0020, vr: 'CS', value: ['L', 'P'] },
    // The first frame; the others follow upwards at the spacing.
    { tag: 0x0020_0032, vr: 'DS', value: ['0', '0', '0'] },
    { tag: 0x0020_0037, vr: 'DS', value: ['1', '0', '0', '0', '1', '0'] },
    { tag: 0x0018_0050, vr: 'DS', value: spacing },
    { tag: 0x0018_0088, vr: 'DS', value: spacing },
    { tag: 0x0018_2001, vr: 'IS', value: image.frames.map((_, i) => String(i + 1)) },
    { tag: 0x0028_0009, vr: 'AT', value: 0x0018_2001 },
    { tag: 0x0028_0301, vr: 'CS', value: 'NO' },
  ];
}

export function modalityElements(image: DicomImage): Element[] {
  return image.modality === 'CT' ? frames(image) : projection(image);
}
