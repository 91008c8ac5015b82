import type { DataSet, Element } from 'dicom-parser';
import { formatTag, Tag } from '../../../dicom/tags.ts';
import type { DicomAttribute, DicomJson } from '../../dicom-index.ts';
import type { DicomFile } from '../dicom/header.ts';
import { readString, readUint16 } from '../dicom/values.ts';
import {
  BINARY,
  type Context,
  MAX_INLINE,
  MAX_TEXT,
  NUMBERS,
  readNumbers,
  toBinary,
  toBulkData,
  toText,
} from './json-values.ts';
import { readVr } from './vr.ts';

/** Not the file meta, group lengths, and the ends of items of unknown length, which dicom-parser lists, too. */
const isOfDataSet = (tag: string) =>
  !tag.endsWith('0000') && !tag.startsWith('0002') && !tag.startsWith('FFFE');

const CHARACTER_SET = formatTag(Tag.specificCharacterSet);
const UTF_8: DicomAttribute = { vr: 'CS', Value: ['ISO_IR 192'] };

/** The data set of a file before its pixels as DICOM JSON (PS3.18, F.2), all texts in UTF-8. */
export function toDicomJson(file: DicomFile, hasFileOffsets: boolean): DicomJson {
  const isSigned = readUint16(file.data, Tag.pixelRepresentation) === 1;
  const context = { isBigEndian: file.isBigEndian, isSigned, hasFileOffsets };
  return convert(file.data, readCharacterSet(file.data, ''), context);
}

const readCharacterSet = (data: DataSet, inherited: string): string =>
  readString(data, Tag.specificCharacterSet) || inherited;

function convert(data: DataSet, inherited: string, context: Context): DicomJson {
  const characterSet = readCharacterSet(data, inherited);
  const entries: [string, DicomAttribute][] = [];
  for (const [key, element] of Object.entries(data.elements)) {
    const tag = key.slice(1).toUpperCase();
    if (!isOfDataSet(tag)) continue;
    const attribute = tag === CHARACTER_SET ? UTF_8 : toAttribute(data, tag, element, characterSet);
    if (attribute) entries.push([tag, attribute]);
  }
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));

  function toAttribute(
    set: DataSet,
    tag: string,
    element: Element,
    charset: string,
  ): DicomAttribute | undefined {
    const vr = element.items ? 'SQ' : readVr(tag, element.vr, context.isSigned);
    if (vr === 'SQ') {
      const items = (element.items ?? []).map(({ dataSet }) =>
        dataSet ? convert(dataSet, charset, context) : {},
      );
      return items.length > 0 ? { vr, Value: items } : { vr };
    }
    const { dataOffset, length } = element;
    if (length <= 0) return { vr };
    const bytes = Buffer.from(
      set.byteArray.buffer,
      set.byteArray.byteOffset + dataOffset,
      Math.min(length, set.byteArray.length - dataOffset),
    );
    if (bytes.length > MAX_INLINE && (BINARY.has(vr) || NUMBERS[vr]))
      return toBulkData(vr, bytes, dataOffset, context);
    if (BINARY.has(vr)) return toBinary(vr, bytes, context);
    const size = NUMBERS[vr];
    if (size) return { vr, Value: readNumbers(vr, bytes, size, context.isBigEndian) };
    return bytes.length > MAX_TEXT ? undefined : toText(vr, bytes, charset);
  }
}
