import { MAX_ARCHIVE_FILES, MAX_FILE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as uploadMessages from '@deqiq/messages/imaging/uploads.js';
import type { Folder, FolderFile } from '../../../lib/files/folders.ts';
import { isDicomFile } from './content-check.ts';
import { createZipFile } from './zip-file.ts';

/** A folder that cannot be uploaded; the message says why. */
export class RefusedFolder extends Error {
  override name = 'RefusedFolder';
}

export type FolderProgress = {
  readonly name: string;
  readonly done: number;
  readonly total: number;
};

/** Files that operating systems leave in every folder. */
const LITTER = /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini)$/i;

/** A folder as one uncompressed ZIP. Throws RefusedFolder for too many files or bytes, or no DICOM file. */
export async function packFolder(
  { name, list }: Folder,
  onProgress: (progress: FolderProgress) => void,
): Promise<File> {
  onProgress({ name, done: 0, total: 0 });
  const files = (await list(MAX_ARCHIVE_FILES).catch(refuseTooMany)).filter(
    ({ file }) => !LITTER.test(file.name),
  );
  return packFiles(`${name}.zip`, files, onProgress);
}

/** Files as one uncompressed ZIP. Throws RefusedFolder. */
export async function packFiles(
  name: string,
  files: readonly FolderFile[],
  onProgress: (progress: FolderProgress) => void,
): Promise<File> {
  const total = files.length;
  if (files.reduce((sum, { file }) => sum + file.size, 0) > MAX_FILE_SIZE)
    throw new RefusedFolder(uploadMessages.fileTooLarge());
  if (!(await hasDicom(files))) throw new RefusedFolder(uploadMessages.folderWithoutDicom());
  return createZipFile(name, files, (done) => onProgress({ name, done, total }));
}

async function hasDicom(files: readonly FolderFile[]): Promise<boolean> {
  for (const { file } of files) if (await isDicomFile(file)) return true;
  return false;
}

function refuseTooMany(error: unknown): never {
  if (error instanceof RangeError) throw new RefusedFolder(uploadMessages.tooManyFiles());
  throw error;
}
