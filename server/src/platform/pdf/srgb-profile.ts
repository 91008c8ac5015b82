/** The colour space sRGB (IEC 61966-2-1) as an ICC profile of version 4.2, which PDF/A wants in the file. */
export function srgbProfile(): Buffer {
  const tags: readonly (readonly [signature: string, data: Buffer])[] = [
    ['desc', localizedText('sRGB')],
    ['cprt', localizedText('No copyright')],
    ['wtpt', xyz(WHITE)],
    ['chad', chromaticAdaptation()],
    ['rXYZ', xyz([0.436_07, 0.222_49, 0.013_92])],
    ['gXYZ', xyz([0.385_15, 0.716_87, 0.097_08])],
    ['bXYZ', xyz([0.143_07, 0.060_61, 0.714_1])],
    ['rTRC', transferCurve()],
    ['gTRC', transferCurve()],
    ['bTRC', transferCurve()],
  ];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  let offset = HEADER_LENGTH + table.length;
  for (const [index, [signature, data]] of tags.entries()) {
    table.write(signature, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * index);
    table.writeUInt32BE(data.length, 12 + 12 * index);
    offset += data.length;
  }
  return Buffer.concat([header(offset), table, ...tags.map(([, data]) => data)]);
}

const HEADER_LENGTH = 128;

/** The white of the profile connection space, D50; the primaries above are adapted to it. */
const WHITE = [0.964_2, 1, 0.824_9] as const;

/** A display profile from RGB to XYZ (ICC.1:2010, 7.2). */
function header(length: number): Buffer {
  const bytes = Buffer.alloc(HEADER_LENGTH);
  bytes.writeUInt32BE(length, 0);
  bytes.writeUInt32BE(0x0420_0000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  for (const [index, value] of [2026, 1, 1].entries()) bytes.writeUInt16BE(value, 24 + 2 * index);
  bytes.write('acsp', 36, 'latin1');
  for (const [index, value] of WHITE.entries()) bytes.writeInt32BE(toFixed(value), 68 + 4 * index);
  return bytes;
}

const toFixed = (value: number): number => Math.round(value * 0x1_0000);

function xyz(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.write('XYZ ', 0, 'latin1');
  for (const [index, value] of values.entries()) bytes.writeInt32BE(toFixed(value), 8 + 4 * index);
  return bytes;
}

/** From the white of sRGB, D65, to D50 (ICC.1:2010, annex E, Bradford). */
const ADAPTATION = [
  1.047_88, 0.022_92, -0.050_22, 0.029_59, 0.990_48, -0.017_07, -0.009_25, 0.015_08, 0.751_68,
];

function chromaticAdaptation(): Buffer {
  const bytes = Buffer.alloc(8 + 4 * ADAPTATION.length);
  bytes.write('sf32', 0, 'latin1');
  for (const [index, value] of ADAPTATION.entries())
    bytes.writeInt32BE(toFixed(value), 8 + 4 * index);
  return bytes;
}

/** Linear below 0.04045, a power of 2.4 above (parametric curve of type 3). */
function transferCurve(): Buffer {
  const parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45];
  const bytes = Buffer.alloc(12 + 4 * parameters.length);
  bytes.write('para', 0, 'latin1');
  bytes.writeUInt16BE(3, 8);
  for (const [index, value] of parameters.entries())
    bytes.writeInt32BE(toFixed(value), 12 + 4 * index);
  return bytes;
}

/** A text in one language (10.13), padded to four bytes. */
function localizedText(text: string): Buffer {
  const value = Buffer.from(text, 'utf16le').swap16();
  const bytes = Buffer.alloc(Math.ceil((28 + value.length) / 4) * 4);
  bytes.write('mluc', 0, 'latin1');
  bytes.writeUInt32BE(1, 8);
  bytes.writeUInt32BE(12, 12);
  bytes.write('enUS', 16, 'latin1');
  bytes.writeUInt32BE(value.length, 20);
  bytes.writeUInt32BE(28, 24);
  value.copy(bytes, 28);
  return bytes;
}
