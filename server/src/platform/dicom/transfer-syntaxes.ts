/** Transfer syntaxes (PS3.5, annex A) by their UID. */
const DICOM = '1.2.840.10008.1.2';

export const IMPLICIT = DICOM;
export const EXPLICIT_LITTLE_ENDIAN = `${DICOM}.1`;
export const EXPLICIT_BIG_ENDIAN = `${DICOM}.2`;
export const DEFLATED = `${DICOM}.1.99`;

export type Compression =
  | 'none'
  | 'rle'
  | 'jpeg'
  | 'jpeg-lossless'
  | 'jpeg-ls'
  | 'jpeg-2000'
  | 'htj2k';

const compressions: Readonly<Record<string, Compression>> = {
  [IMPLICIT]: 'none',
  [EXPLICIT_LITTLE_ENDIAN]: 'none',
  [EXPLICIT_BIG_ENDIAN]: 'none',
  [DEFLATED]: 'none',
  [`${DICOM}.5`]: 'rle',
  [`${DICOM}.4.50`]: 'jpeg',
  [`${DICOM}.4.51`]: 'jpeg',
  [`${DICOM}.4.53`]: 'jpeg',
  [`${DICOM}.4.55`]: 'jpeg',
  [`${DICOM}.4.57`]: 'jpeg-lossless',
  [`${DICOM}.4.70`]: 'jpeg-lossless',
  [`${DICOM}.4.80`]: 'jpeg-ls',
  [`${DICOM}.4.81`]: 'jpeg-ls',
  [`${DICOM}.4.90`]: 'jpeg-2000',
  [`${DICOM}.4.91`]: 'jpeg-2000',
  [`${DICOM}.4.92`]: 'jpeg-2000',
  [`${DICOM}.4.93`]: 'jpeg-2000',
  [`${DICOM}.4.201`]: 'htj2k',
  [`${DICOM}.4.202`]: 'htj2k',
  [`${DICOM}.4.203`]: 'htj2k',
};

/** The compression of a transfer syntax; undefined where this server cannot decode it. */
export const findCompression = (transferSyntax: string): Compression | undefined =>
  Object.hasOwn(compressions, transferSyntax) ? compressions[transferSyntax] : undefined;

/** Those that allow pixels to differ from what was encoded, even where they also allow that they do not. */
const LOSSY: ReadonlySet<string> = new Set(
  ['50', '51', '53', '55', '81', '91', '93', '203'].map((number) => `${DICOM}.4.${number}`),
);

/** Whether this server decodes a transfer syntax, and the pixels are what was encoded. */
export const isLossless = (transferSyntax: string): boolean =>
  findCompression(transferSyntax) !== undefined && !LOSSY.has(transferSyntax);

export const decodableSyntaxes: readonly string[] = Object.keys(compressions);
