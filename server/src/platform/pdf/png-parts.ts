/** The parts of a PNG file that a PDF contains as they are (ISO/IEC 15948; ISO 32000-1, 7.4.4.4). */
export interface PngParts {
  readonly width: number;
  readonly height: number;
  /** Bits of a sample. */
  readonly depth: number;
  /** Samples of a pixel. */
  readonly samples: number;
  /** RGB colours of an indexed picture. */
  readonly palette: Buffer | undefined;
  /** Compressed rows. */
  readonly data: Buffer;
}

const SIGNATURE = 8;
/** Length and type before the data of a chunk, checksum behind it. */
const HEAD = 8;
const CHECKSUM = 4;

/** Samples by colour type; those with transparency have none in a PDF. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1 };

/** undefined for a picture that is transparent, interlaced, or no PNG. */
export function readPngParts(bytes: Uint8Array): PngParts | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = SIGNATURE; at + HEAD <= view.length; ) {
    const end = at + HEAD + view.readUInt32BE(at);
    chunks.push({
      type: view.toString('latin1', at + 4, at + HEAD),
      data: view.subarray(at + HEAD, end),
    });
    at = end + CHECKSUM;
  }
  const listData = (type: string) =>
    chunks.filter((each) => each.type === type).map(({ data }) => data);
  const [header] = listData('IHDR');
  const samples = header?.length === 13 ? samplesOf[header.readUInt8(9)] : undefined;
  if (!header || !samples || header.readUInt8(12) !== 0) return undefined;
  const [palette] = listData('PLTE');
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    depth: header.readUInt8(8),
    samples,
    palette,
    data: Buffer.concat(listData('IDAT')),
  };
}

/** The entries of its stream (ISO 32000-1, 8.9.5). */
export function describePng({ width, height, depth, samples, palette }: PngParts): string {
  const colours = samples === 3 ? '/DeviceRGB' : '/DeviceGray';
  const space = palette
    ? `[/Indexed /DeviceRGB ${palette.length / 3 - 1} <${palette.toString('hex')}>]`
    : colours;
  return (
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} ` +
    `/BitsPerComponent ${depth} /Filter /FlateDecode /DecodeParms << /Predictor 15 ` +
    `/Colors ${samples} /BitsPerComponent ${depth} /Columns ${width} >>`
  );
}
