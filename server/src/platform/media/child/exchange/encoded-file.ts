import { encodeHeader, encodeUint16, padValue, UNDEFINED_LENGTH } from '../../../dicom/element.ts';
import { encodeFileMeta } from '../../../dicom/file-meta.ts';
import { Tag } from '../../../dicom/tags.ts';
import { EXPLICIT_BIG_ENDIAN, findCompression } from '../../../dicom/transfer-syntaxes.ts';
import { describe } from '../dicom/description.ts';
import type { DicomImage } from '../dicom/render.ts';
import { findElement } from '../dicom/values.ts';
import { encodeExplicit, type NewElement } from './explicit.ts';

/** Bytes of a file besides its pixels. */
export const SLACK = 9 * 1024 * 1024;

export interface EncodedFrame {
  readonly bytes: Buffer;
  /** How the pixels are described now. */
  readonly photometric: string;
  readonly allocated: number;
  readonly highBit: number;
}

/** The value in the low bits, with its sign. */
export function align(
  words: Uint8Array | Uint16Array,
  { shift, stored, isSigned }: { shift: number; stored: number; isSigned: boolean },
): Uint8Array | Uint16Array {
  const output = new (stored > 8 ? Uint16Array : Uint8Array)(words.length);
  const mask = 2 ** stored - 1;
  const half = isSigned ? 2 ** (stored - 1) : Infinity;
  for (let index = 0; index < words.length; index += 1) {
    const value = ((words[index] ?? 0) >> shift) & mask;
    output[index] = value >= half ? value - 2 ** stored : value;
  }
  return output;
}

export function encodeFile(
  { file, image }: DicomImage,
  frames: readonly EncodedFrame[],
  transferSyntax: string,
): Buffer {
  const [first] = frames;
  if (!first) throw new Error('there is no frame');
  if (file.transferSyntax === EXPLICIT_BIG_ENDIAN) throw new Error('big-endian is not rewritten');
  const replaced = new Map<number, NewElement>([
    [Tag.photometricInterpretation, { vr: 'CS', value: encodeCode(first.photometric) }],
    [Tag.numberOfFrames, { vr: 'IS', value: encodeCode(String(frames.length)) }],
    [Tag.bitsAllocated, { vr: 'US', value: encodeUint16(first.allocated) }],
    [Tag.highBit, { vr: 'US', value: encodeUint16(first.highBit) }],
  ]);
  if (image.samples === 3)
    replaced.set(Tag.planarConfiguration, { vr: 'US', value: encodeUint16(0) });
  if (!findElement(file.data, Tag.numberOfFrames)) replaced.delete(Tag.numberOfFrames);
  const { sopClassUid, sopUid } = describe(file.data);
  return Buffer.concat([
    encodeFileMeta({ sopClassUid, sopUid, transferSyntax }),
    encodeExplicit(file.data, replaced),
    ...encodePixels(frames, transferSyntax),
  ]);
}

function encodePixels(frames: readonly EncodedFrame[], transferSyntax: string): Buffer[] {
  const bytes = frames.map((frame) => frame.bytes);
  if (findCompression(transferSyntax) === 'none') {
    const vr = frames[0]?.allocated === 16 ? 'OW' : 'OB';
    const value = padValue(Buffer.concat(bytes), 'OW');
    return [encodeHeader(Tag.pixelData, vr, value.length), value];
  }
  // Encapsulated, each frame one fragment, with an empty offset table (PS3.5, A.4).
  const items = [Buffer.alloc(0), ...bytes].map((item) => padValue(item, 'OB'));
  return [
    encodeHeader(Tag.pixelData, 'OB', UNDEFINED_LENGTH),
    ...items.flatMap((item) => [encodeHeader(Tag.item, '', item.length), item]),
    encodeHeader(Tag.sequenceDelimitationItem, '', 0),
  ];
}

const encodeCode = (text: string) => padValue(Buffer.from(text, 'latin1'), 'CS');
