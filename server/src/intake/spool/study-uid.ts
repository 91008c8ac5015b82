import { readElements } from '../../platform/dicom/elements.ts';
import { readFileMeta } from '../../platform/dicom/file-meta.ts';
import { Tag } from '../../platform/dicom/tags.ts';
import { UID_PATTERN } from '../../platform/dicom/uids.ts';
import type { Spool } from './spool.ts';

/** Bytes in which the Study Instance UID is searched: usually it is in the first. */
const HEADS = [64 * 1024, 1024 * 1024] as const;

/** The Study Instance UID of a file; '' where it names none, or cannot be read: that delays this file only. */
export async function readStudyUid(spool: Spool, name: string): Promise<string> {
  for (const length of HEADS) {
    const head = await spool.head(name, length).catch(() => Buffer.alloc(0));
    const meta = readFileMeta(head);
    const value =
      meta && readElements(head, meta, new Set([Tag.studyInstanceUid]))?.get(Tag.studyInstanceUid);
    const uid = value?.toString('latin1').replace(/[\0 ]+$/, '') ?? '';
    if (uid !== '') return UID_PATTERN.test(uid) ? uid : '';
    if (head.length < length) return '';
  }
  return '';
}
