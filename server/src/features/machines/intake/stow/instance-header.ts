import { createHash } from 'node:crypto';
import { decodeDicomText, formatPersonName } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import { parseDicomDate, parseDicomTime } from '../../../../platform/dicom/dates.ts';
import { readElements } from '../../../../platform/dicom/elements.ts';
import { readFileMeta } from '../../../../platform/dicom/file-meta.ts';
import { Tag } from '../../../../platform/dicom/tags.ts';
import { UID_PATTERN } from '../../../../platform/dicom/uids.ts';
import type { Sender } from '../../../../platform/http/identity.ts';
import type { StudyDetails } from '../arrivals.repo.ts';

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

const WANTED: ReadonlySet<number> = new Set([
  Tag.specificCharacterSet,
  Tag.sopClassUid,
  Tag.sopInstanceUid,
  Tag.studyDate,
  Tag.acquisitionDate,
  Tag.studyTime,
  Tag.acquisitionTime,
  Tag.accessionNumber,
  Tag.modality,
  Tag.studyDescription,
  Tag.patientName,
  Tag.patientId,
  Tag.patientBirthDate,
  Tag.patientSex,
  Tag.studyInstanceUid,
  Tag.seriesInstanceUid,
  Tag.instanceNumber,
]);

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
  const characterSet = values.get(Tag.specificCharacterSet)?.toString('latin1').trim() ?? '';
  const text = (tag: number) =>
    decodeDicomText((values.get(tag) ?? Buffer.alloc(0)).subarray(0, 1_024), characterSet).slice(
      0,
      MAX_TEXT,
    );
  const uids = {
    studyUid: text(Tag.studyInstanceUid),
    seriesUid: text(Tag.seriesInstanceUid),
    sopUid: text(Tag.sopInstanceUid),
    sopClassUid: text(Tag.sopClassUid),
  };
  if (![...Object.values(uids), meta.uid].every((uid) => UID_PATTERN.test(uid))) return undefined;
  const number = Number.parseInt(text(Tag.instanceNumber), 10);
  const modality = text(Tag.modality).toUpperCase();
  return {
    ...uids,
    transferSyntax: meta.uid,
    number: number > -2_147_483_648 && number < 2_147_483_647 ? number : 0,
    modality: /^[A-Z0-9_ ]{1,16}$/.test(modality) ? modality : '',
    patientName: formatPersonName(text(Tag.patientName)),
    patientId: text(Tag.patientId),
    birthDate: parseDicomDate(text(Tag.patientBirthDate)),
    sex: /^[MFO]$/.test(text(Tag.patientSex)) ? text(Tag.patientSex) : '',
    accessionNumber: text(Tag.accessionNumber),
    description: text(Tag.studyDescription),
    acquiredOn: parseDicomDate(text(Tag.acquisitionDate)) || parseDicomDate(text(Tag.studyDate)),
    acquiredAt: parseDicomTime(text(Tag.acquisitionTime)) || parseDicomTime(text(Tag.studyTime)),
  };
}

export const describeStudy = (header: InstanceHeader, sender: Sender | null): StudyDetails => ({
  study_uid: header.studyUid,
  device_id: sender?.device?.id ?? null,
  ae_title: sender?.aeTitle ?? '',
  patient_name: header.patientName,
  patient_id: header.patientId,
  birth_date: header.birthDate,
  sex: header.sex,
  description: header.description,
  accession_number: header.accessionNumber,
  acquired_on: header.acquiredOn,
  acquired_at: header.acquiredAt,
});
