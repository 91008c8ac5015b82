import {
  ITEM,
  ITEM_END,
  LONG_VRS,
  SEQUENCE_END,
  UNDEFINED_LENGTH,
} from '../media/dicom-encoding.ts';
import { IMPLICIT } from '../media/dicom-syntaxes.ts';
import { ProtocolError } from './pdu.ts';

/** A data element of an identifier: a value, or the items of a sequence. Tags are 0xGGGGEEEE. */
export interface DataElement {
  readonly tag: number;
  /** '' in implicit VR. */
  readonly vr: string;
  readonly value: Buffer;
  readonly items: readonly DataSet[] | undefined;
}

export type DataSet = readonly DataElement[];

/** Sequences in the identifiers of the worklist have two levels. */
const MAX_DEPTH = 4;

/** Attributes with the VR SQ that an identifier in implicit VR may contain with a defined length. */
const SEQUENCES = new Set([
  0x0008_1110, 0x0008_1120, 0x0032_1064, 0x0038_0004, 0x0040_0008, 0x0040_0100, 0x0040_100a,
]);

interface Header {
  readonly tag: number;
  readonly vr: string;
  readonly length: number;
  readonly start: number;
}

/** Parses an identifier in implicit or explicit VR, little-endian (PS3.5, 7). Throws ProtocolError. */
export function parseDataSet(bytes: Buffer, transferSyntax: string): DataSet {
  return new Parser(bytes, transferSyntax !== IMPLICIT).elements(bytes.length, 0);
}

class Parser {
  readonly #bytes: Buffer;
  readonly #isExplicit: boolean;
  #at = 0;

  constructor(bytes: Buffer, isExplicit: boolean) {
    this.#bytes = bytes;
    this.#isExplicit = isExplicit;
  }

  /** Elements up to `end`, or up to a delimiter of an item of undefined length. */
  elements(end: number, depth: number): DataSet {
    if (depth > MAX_DEPTH) throw new ProtocolError('sequences nested too deep');
    const elements: DataElement[] = [];
    while (this.#at < end) {
      const header = this.#header(end);
      this.#at = header.start;
      if (header.tag === ITEM_END) break;
      const { tag, vr, length } = header;
      if (vr === 'SQ' || length === UNDEFINED_LENGTH || (vr === '' && SEQUENCES.has(tag))) {
        const items = this.#items(length === UNDEFINED_LENGTH ? end : header.start + length, depth);
        elements.push({ tag, vr: 'SQ', value: Buffer.alloc(0), items });
      } else {
        const value = this.#bytes.subarray(header.start, header.start + length);
        elements.push({ tag, vr, value, items: undefined });
        this.#at += length;
      }
    }
    return elements;
  }

  #items(end: number, depth: number): DataSet[] {
    const items: DataSet[] = [];
    while (this.#at < end) {
      const { tag, length, start } = this.#header(end);
      this.#at = start;
      if (tag === SEQUENCE_END) break;
      if (tag !== ITEM) throw new ProtocolError('sequence without an item');
      items.push(this.elements(length === UNDEFINED_LENGTH ? end : start + length, depth + 1));
    }
    return items;
  }

  /** Throws where the element does not end within its parent. */
  #header(end: number): Header {
    const at = this.#at;
    if (at + 8 > end) throw new ProtocolError('truncated element');
    const tag = this.#bytes.readUInt16LE(at) * 0x1_0000 + this.#bytes.readUInt16LE(at + 2);
    const isDelimiter = tag >= ITEM && tag <= SEQUENCE_END;
    const vr =
      this.#isExplicit && !isDelimiter ? this.#bytes.toString('latin1', at + 4, at + 6) : '';
    const isLong = LONG_VRS.has(vr);
    if (isLong && at + 12 > end) throw new ProtocolError('truncated element');
    const length =
      vr === ''
        ? this.#bytes.readUInt32LE(at + 4)
        : isLong
          ? this.#bytes.readUInt32LE(at + 8)
          : this.#bytes.readUInt16LE(at + 6);
    const start = at + (isLong ? 12 : 8);
    if (length !== UNDEFINED_LENGTH && start + length > end)
      throw new ProtocolError('element longer than its parent');
    return { tag, vr, length, start };
  }
}

/** Encodes a data set; sequences and items get their lengths. Every value has an even length already. */
export function encodeDataSet(dataSet: DataSet, transferSyntax: string): Buffer {
  const isExplicit = transferSyntax !== IMPLICIT;
  return Buffer.concat(
    dataSet.flatMap(({ tag, vr, value, items }) => {
      const body = items
        ? Buffer.concat(
            items.flatMap((item) => {
              const bytes = encodeDataSet(item, transferSyntax);
              return [encodeHeader(ITEM, '', bytes.length), bytes];
            }),
          )
        : value;
      return [encodeHeader(tag, isExplicit ? vr : '', body.length), body];
    }),
  );
}

/** `vr` is '' in implicit VR. */
function encodeHeader(tag: number, vr: string, length: number): Buffer {
  const header = Buffer.alloc(LONG_VRS.has(vr) ? 12 : 8);
  header.writeUInt16LE(Math.floor(tag / 0x1_0000), 0);
  header.writeUInt16LE(tag % 0x1_0000, 2);
  if (vr === '') header.writeUInt32LE(length, 4);
  else {
    header.write(vr, 4, 'latin1');
    if (LONG_VRS.has(vr)) header.writeUInt32LE(length, 8);
    else header.writeUInt16LE(length, 6);
  }
  return header;
}
