import { createHash } from 'node:crypto';
import { decodeDicomText, formatPersonName } from '@deqiq/contract/shared/dicom-text.ts';
import { parseDicomDate, parseDicomTime } from '../../platform/media/dicom-dates.ts';
import { readElements } from '../../platform/media/dicom-elements.ts';
import { UID_PATTERN } from '../../platform/media/dicom-encoding.ts';
import { readFileMeta } from '../../platform/media/dicom-meta.ts';

/** The attributes of an instance that name it and its study. Missing texts are ''. */
export interface InstanceHeader {
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly sopUid: string;
  readonly sopClassUid: string;
  readonly transferSyntax: string;
  readonly number: number;
  readonly modality: string;
  readonly patientName: string;
  readonly patientId: string;
  /** YYYY-MM-DD. */
  readonly birthDate: string;
  readonly sex: string;
  readonly accessionNumber: string;
  readonly description: string;
  readonly acquiredOn: string;
  readonly acquiredAt: string;
}

/** Max bytes that are searched for the elements; private elements and icons may precede them. */
const MAX_HEAD = 1024 * 1024;

/** Max bytes of the file meta. */
const MAX_META = 64 * 1024;

const MAX_TEXT = 200;

const tags = {
  characterSet: 0x0008_0005,
  sopClassUid: 0x0008_0016,
  sopUid: 0x0008_0018,
  studyDate: 0x0008_0020,
  acquisitionDate: 0x0008_0022,
  studyTime: 0x0008_0030,
  acquisitionTime: 0x0008_0032,
  accessionNumber: 0x0008_0050,
  modality: 0x0008_0060,
  description: 0x0008_1030,
  patientName: 0x0010_0010,
  patientId: 0x0010_0020,
  birthDate: 0x0010_0030,
  sex: 0x0010_0040,
  studyUid: 0x0020_000d,
  seriesUid: 0x0020_000e,
  number: 0x0020_0013,
} as const;

const WANTED: ReadonlySet<number> = new Set(Object.values(tags));

/** Reads the header and the hash of an instance while it arrives. */
export function headerReader() {
  const pieces: Buffer[] = [];
  let length = 0;
  const hash = createHash('sha256');
  /** Where the data set begins; undefined until enough bytes have arrived. */
  let start: number | undefined;

  function beginHash(): void {
    const head = Buffer.concat(pieces);
    start = readFileMeta(head)?.end ?? 0;
    hash.update(head.subarray(start));
  }

  return {
    /** The bytes must not change afterwards. */
    add(bytes: Buffer): void {
      if (length < MAX_HEAD) pieces.push(bytes);
      length += bytes.length;
      if (start !== undefined) hash.update(bytes);
      else if (length >= MAX_META) beginHash();
    },

    /** The SHA-256 is that of the data set, without file meta. undefined if the bytes are no DICOM instance with its UIDs. */
    finish(): { readonly header: InstanceHeader; readonly sha256: string } | undefined {
      if (start === undefined) beginHash();
      const header = readHeader(Buffer.concat(pieces));
      return header && { header, sha256: hash.digest('hex') };
    },
  };
}

function readHeader(head: Buffer): InstanceHeader | undefined {
  const meta = readFileMeta(head);
  const values = meta && readElements(head, meta, WANTED);
  if (!meta || !values) return undefined;
  const characterSet = values.get(tags.characterSet)?.toString('latin1').trim() ?? '';
  const text = (name: keyof typeof tags) =>
    decodeDicomText(
      (values.get(tags[name]) ?? Buffer.alloc(0)).subarray(0, 1_024),
      characterSet,
    ).slice(0, MAX_TEXT);
  const uids = {
    ...{ studyUid: text('studyUid'), seriesUid: text('seriesUid') },
    ...{ sopUid: text('sopUid'), sopClassUid: text('sopClassUid') },
  };
  if (![...Object.values(uids), meta.uid].every((uid) => UID_PATTERN.test(uid))) return undefined;
  const number = Number.parseInt(text('number'), 10);
  const modality = text('modality').toUpperCase();
  return {
    ...{ ...uids, transferSyntax: meta.uid },
    number: number > -2_147_483_648 && number < 2_147_483_647 ? number : 0,
    modality: /^[A-Z0-9_ ]{1,16}$/.test(modality) ? modality : '',
    patientName: formatPersonName(text('patientName')),
    patientId: text('patientId'),
    birthDate: parseDicomDate(text('birthDate')),
    sex: /^[MFO]$/.test(text('sex')) ? text('sex') : '',
    accessionNumber: text('accessionNumber'),
    description: text('description'),
    acquiredOn: parseDicomDate(text('acquisitionDate')) || parseDicomDate(text('studyDate')),
    acquiredAt: parseDicomTime(text('acquisitionTime')) || parseDicomTime(text('studyTime')),
  };
}
