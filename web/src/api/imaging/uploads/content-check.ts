import { findContentType } from '@deqiq/contract/imaging/files.ts';

/** Bytes read from the beginning of a file; a text must have no NUL among them. */
const HEAD_SIZE = 65_536;

/** Bytes of the preamble and the prefix of a DICOM file. */
const DICOM_HEAD = 132;

const hasMagic = (head: Uint8Array, text: string, offset = 0) =>
  [...text].every((letter, index) => head[offset + index] === letter.charCodeAt(0));

const images: Readonly<Record<string, (head: Uint8Array) => boolean>> = {
  'image/jpeg': (head) => hasMagic(head, '\xff\xd8\xff'),
  'image/png': (head) => hasMagic(head, '\x89PNG\r\n\x1a\n'),
  'image/gif': (head) => hasMagic(head, 'GIF8'),
  'image/webp': (head) => hasMagic(head, 'RIFF') && hasMagic(head, 'WEBP', 8),
};

/** Beginnings of programs, documents, archives and pages, which no DICOM file has (PS3.10, 7.1). */
const FOREIGN = ['MZ', '\x7fELF', '%PDF', 'PK\x03\x04', '\xff\xd8\xff', '\x89PNG', 'GIF8', '<'];

/** A quick check of the first bytes against the type of the name. The server's check of the whole file decides. */
export async function matchesItsName(file: File): Promise<boolean> {
  const type = findContentType(file.name);
  if (type === undefined) return false;
  const head = await readHead(file);
  const isImage = images[type];
  if (isImage) return isImage(head);
  if (type === 'application/dicom')
    return hasMagic(head, 'DICM', 128) || !FOREIGN.some((magic) => hasMagic(head, magic));
  if (type === 'application/zip') return hasMagic(head, 'PK\x03\x04');
  return !head.includes(0);
}

/** Whether a file begins as DICOM files do (PS3.10, 7.1), whatever its name is. */
export async function isDicomFile(file: Blob): Promise<boolean> {
  return isDicomHead(await readHead(file, DICOM_HEAD));
}

export const isDicomHead = (head: Uint8Array): boolean => hasMagic(head, 'DICM', 128);

const readHead = async (file: Blob, size = HEAD_SIZE) =>
  new Uint8Array(await file.slice(0, size).arrayBuffer());
