import { deflateSync } from 'fflate';

type Values = {
  /** Last and first name, separated by `^`. */
  patient?: string;
  /** YYYYMMDD. */
  birthDate?: string;
  modality?: string;
  bodyPart?: string;
  /** YYYYMMDD. */
  date?: string;
  characterSet?: string;
  isDeflated?: boolean;
};

const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const DEFLATED = '1.2.840.10008.1.2.1.99';

/** A DICOM file (PS3.10, 7.1) of a header and pixels that no test decodes. */
export function dicomOf(values: Values, name = 'opg.dcm'): File {
  const meta = element('00020010', 'UI', values.isDeflated ? DEFLATED : EXPLICIT_LITTLE_ENDIAN);
  const data = dataSetOf(values);
  return new File(
    [
      new Uint8Array(128),
      'DICM',
      element('00020000', 'UL', Uint8Array.of(meta.length, 0, 0, 0)),
      meta,
      values.isDeflated ? (deflateSync(data) as Uint8Array<ArrayBuffer>) : data,
    ],
    name,
    { lastModified: 1 },
  );
}

function dataSetOf({
  patient = '',
  birthDate = '',
  modality = 'PX',
  bodyPart = '',
  date = '',
  characterSet = 'ISO_IR 192',
}: Values): Uint8Array<ArrayBuffer> {
  const elements = [
    element('00080005', 'CS', characterSet),
    element('00080020', 'DA', date),
    element('00080060', 'CS', modality),
    element('00100010', 'PN', patient),
    element('00100030', 'DA', birthDate),
    element('00180015', 'CS', bodyPart),
    Uint8Array.of(0xe0, 0x7f, 0x10, 0, 0x4f, 0x57, 0, 0, 4, 0, 0, 0, 1, 2, 3, 4),
  ];
  return Uint8Array.from(elements.flatMap((bytes) => [...bytes]));
}

/** An element with a length of two bytes (PS3.5, 7.1.2), in explicit little-endian. */
function element(tag: string, vr: string, value: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const high = Number.parseInt(tag.slice(0, 4), 16);
  const low = Number.parseInt(tag.slice(4), 16);
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  const length = bytes.length + (bytes.length % 2);
  const padding = bytes.length % 2 ? [vr === 'UI' ? 0 : 0x20] : [];
  const two = (number: number) => [number & 0xff, number >>> 8];
  return Uint8Array.from([
    ...two(high),
    ...two(low),
    ...new TextEncoder().encode(vr),
    ...two(length),
    ...bytes,
    ...padding,
  ]);
}
