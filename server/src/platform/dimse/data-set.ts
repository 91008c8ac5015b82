import { decodeDicomText } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import {
  type ElementHeader,
  type Encoding,
  encodeElement,
  encodeHeader,
  explicitLittleEndian,
  implicitLittleEndian,
  readHeader,
  UNDEFINED_LENGTH,
} from '../dicom/element.ts';
import { Tag } from '../dicom/tags.ts';
import { IMPLICIT } from '../dicom/transfer-syntaxes.ts';
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

export const findElement = (dataSet: DataSet, tag: number): DataElement | undefined =>
  dataSet.find((element) => element.tag === tag);

/** A text of the default repertoire, such as a UID or a code; '' where there is none. */
export const readText = (dataSet: DataSet, tag: number): string =>
  decodeDicomText(findElement(dataSet, tag)?.value ?? Buffer.alloc(0));

/** Sequences in the identifiers of the worklist have two levels, in performed procedure steps five. */
const MAX_DEPTH = 8;

/** Attributes with the VR SQ that an identifier in implicit VR may contain with a defined length. */
const SEQUENCES: ReadonlySet<number> = new Set([
  Tag.referencedStudySequence,
  Tag.referencedPatientSequence,
  Tag.referencedSopSequence,
  Tag.requestedProcedureCodeSequence,
  Tag.referencedPatientAliasSequence,
  Tag.scheduledProtocolCodeSequence,
  Tag.scheduledProcedureStepSequence,
  Tag.scheduledStepAttributesSequence,
  Tag.reasonForRequestedProcedureCodeSequence,
]);

/** Parses an identifier in implicit or explicit VR, little-endian (PS3.5, 7). Throws ProtocolError. */
export function parseDataSet(bytes: Buffer, transferSyntax: string): DataSet {
  const encoding = transferSyntax === IMPLICIT ? implicitLittleEndian : explicitLittleEndian;
  return new Parser(bytes, encoding).elements(bytes.length, 0);
}

class Parser {
  readonly #bytes: Buffer;
  readonly #encoding: Encoding;
  #at = 0;

  constructor(bytes: Buffer, encoding: Encoding) {
    this.#bytes = bytes;
    this.#encoding = encoding;
  }

  /** Elements up to `end`, or up to a delimiter of an item of undefined length. */
  elements(end: number, depth: number): DataSet {
    if (depth > MAX_DEPTH) throw new ProtocolError('sequences nested too deep');
    const elements: DataElement[] = [];
    while (this.#at < end) {
      const header = this.#header(end);
      this.#at = header.start;
      if (header.tag === Tag.itemDelimitationItem) break;
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
      if (tag === Tag.sequenceDelimitationItem) break;
      if (tag !== Tag.item) throw new ProtocolError('sequence without an item');
      items.push(this.elements(length === UNDEFINED_LENGTH ? end : start + length, depth + 1));
    }
    return items;
  }

  /** Throws where the element does not end within its parent. */
  #header(end: number): ElementHeader {
    const header = readHeader(this.#bytes, this.#at, this.#encoding, end);
    if (!header) throw new ProtocolError('truncated element');
    if (header.length !== UNDEFINED_LENGTH && header.start + header.length > end)
      throw new ProtocolError('element longer than its parent');
    return header;
  }
}

/** Encodes a data set; sequences and items get their lengths. Every value has an even length already. */
export function encodeDataSet(dataSet: DataSet, transferSyntax: string): Buffer {
  const isExplicit = transferSyntax !== IMPLICIT;
  return Buffer.concat(
    dataSet.flatMap(({ tag, vr, value, items }) => {
      const body = items
        ? Buffer.concat(
            items.map((item) => encodeElement(Tag.item, '', encodeDataSet(item, transferSyntax))),
          )
        : value;
      return [encodeHeader(tag, isExplicit ? vr : '', body.length), body];
    }),
  );
}
