import { FILE_NAME_MAX } from '@deqiq/contract/shared/limits.ts';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import { invalid } from '../../errors.ts';

/** Marks that reverse the reading direction: "gnp.exe" would show as "exe.png". */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The visible form of a client's file name: no folders, NFC. Never part of a path. Throws 400 if nothing remains. */
export function toVisibleName(fileName: string): string {
  const name = (fileName.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(DIRECTION_MARKS, '')
    .trim();
  const isShowable = name !== '' && name !== '.' && name !== '..' && !/\p{Cc}/u.test(name);
  if (!isShowable || name.length > FILE_NAME_MAX)
    throw invalid('fileName', storageMessages.badFileName());
  return name;
}
