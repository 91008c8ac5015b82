import { acceptedFileTypes, findContentType } from '@deqiq/contract/imaging/files.ts';
import { MAX_FILES_PER_CALL } from '@deqiq/contract/shared/limits.ts';
import { useEffect, useRef, useState } from 'react';
import {
  type FolderProgress,
  packFiles,
  packFolder,
  RefusedFolder,
} from '../../../../api/imaging/uploads/dicom-folder.ts';
import type { DicomHeader } from '../../../../api/imaging/uploads/dicom-header.ts';
import {
  findRefusal,
  inNaturalOrder,
  type Selection,
  selectFile,
} from '../../../../api/imaging/uploads/uploads.ts';
import { isAbortError } from '../../../../lib/abort-error.ts';
import type { Folder, FolderFile } from '../../../../lib/folders.ts';
import { confirm, showError } from '../../../../ui/overlay/confirm.tsx';
import { shorten } from './shorten.ts';

/** DICOM files from which on they are offered as one series. */
const SERIES = 10;

type Options = {
  checkupId: string | undefined;
  /** Called with the first DICOM header of what was chosen. */
  onHeader: ((header: DicomHeader) => void) | undefined;
};

/** The files chosen in one dialog, and what their DICOM headers say. */
export function useSelections({ checkupId, onHeader }: Options) {
  const [selections, setSelections] = useState<readonly Selection[]>([]);
  const [reading, setReading] = useState<FolderProgress>();
  const [additions, setAdditions] = useState(0);
  const [headers, setHeaders] = useState<ReadonlyMap<File, DicomHeader>>(new Map());
  const [otherPatients, setOtherPatients] = useState<ReadonlyMap<File, DicomHeader>>(new Map());
  // Files are added after they were read: the state of the last rendering may be old by then.
  const current = useRef<readonly Selection[]>([]);
  const closing = useRef(new AbortController());
  useEffect(() => {
    closing.current = new AbortController();
    return () => closing.current.abort();
  }, []);

  function replace(next: readonly Selection[]): void {
    current.current = inNaturalOrder(next);
    setSelections(current.current);
  }

  /** Those of the files that can be sent, and why the others cannot. */
  async function check(files: readonly File[]) {
    const messages: string[] = [];
    const added: Selection[] = [];
    setAdditions((count) => count + 1);
    try {
      for (const file of files) {
        const refusal = await findRefusal(file);
        if (refusal) messages.push(`${file.name}: ${refusal}`);
        else added.push(await selectFile(file, checkupId));
      }
    } finally {
      setAdditions((count) => count - 1);
    }
    return { added, messages };
  }

  async function add(files: readonly File[]): Promise<void> {
    const { added, messages } = await check(files);
    const all = merge(current.current, added);
    if (all.length > MAX_FILES_PER_CALL && (await wantsSeries(all))) return join(all);
    if (all.length > MAX_FILES_PER_CALL)
      messages.push(`You can choose at most ${MAX_FILES_PER_CALL} files at a time`);
    replace(all.slice(0, MAX_FILES_PER_CALL));
    void readHeaders(added);
    if (messages.length > 0) await showError(shorten(messages));
  }

  async function addFolder(folder: Folder): Promise<void> {
    const file = await pack(folder.name, (report) => packFolder(folder, report));
    if (file) await add([file]);
  }

  /** Makes one file of all DICOM files among these. */
  async function join(all: readonly Selection[] = current.current): Promise<void> {
    const slices = all.filter(isDicom);
    const name = slices.map(({ file }) => headers.get(file)?.modality).find(Boolean) ?? 'DICOM';
    const files = toSeries(name, slices);
    const joined = await pack(name, (report) => packFiles(`${name}.zip`, files, report));
    if (!joined) return;
    replace(all.filter((one) => !isDicom(one)));
    await add([joined]);
  }

  /** Undefined where it was refused, or the dialog has been closed since. */
  async function pack(
    name: string,
    work: (report: (progress: FolderProgress) => void) => Promise<File>,
  ): Promise<File | undefined> {
    const { signal } = closing.current;
    try {
      return await work((progress) => {
        signal.throwIfAborted();
        setReading(progress);
      });
    } catch (error) {
      if (isAbortError(error)) return undefined;
      const reason = error instanceof RefusedFolder ? error.message : 'The folder cannot be read';
      void showError(`${name}: ${reason}`);
      return undefined;
    } finally {
      setReading(undefined);
    }
  }

  async function readHeaders(added: readonly Selection[]): Promise<void> {
    const files = added.map(({ file }) => file).filter(mayHaveHeader);
    if (files.length === 0) return;
    const { findOtherPatient, readDicomHeader } = await import(
      '../../../../api/imaging/uploads/dicom-header.ts'
    );
    const { signal } = closing.current;
    const found = new Map<File, DicomHeader>();
    for (const file of files) {
      const header = await readDicomHeader(file);
      if (signal.aborted) return;
      if (!header) continue;
      if (found.size === 0) onHeader?.(header);
      found.set(file, header);
    }
    setHeaders((now) => new Map([...now, ...found]));
    for (const [file, header] of found) {
      const other = isZip(file) ? await findOtherPatient(file, header, signal) : undefined;
      if (other) setOtherPatients((now) => new Map([...now, [file, other]]));
    }
  }

  const slices = selections.filter(isDicom).length;
  return {
    selections,
    headers,
    /** The first of the other patients in a folder. */
    otherPatients,
    /** The folder that is being read. */
    reading,
    /** Whether files that were chosen are still missing in `selections`. */
    isAdding: reading !== undefined || additions > 0,
    /** How many DICOM files could be joined to one; 0 where they are too few for a series. */
    joinable: slices > SERIES ? slices : 0,
    replace,
    add,
    addFolder,
    join: () => join(),
    remove: (fileId: string) => replace(current.current.filter((one) => one.fileId !== fileId)),
  };
}

const isDicom = ({ file }: Selection) => findContentType(file.name) === acceptedFileTypes.dcm;

const isZip = ({ name }: File) => findContentType(name) === acceptedFileTypes.zip;

const mayHaveHeader = (file: File) =>
  isZip(file) || findContentType(file.name) === acceptedFileTypes.dcm;

/** The same file chosen again stays one. */
const merge = (present: readonly Selection[], added: readonly Selection[]) => [
  ...new Map([...present, ...added].map((one) => [one.key, one])).values(),
];

/** Paths in the archive; files of the same name are told apart. */
function toSeries(name: string, slices: readonly Selection[]): FolderFile[] {
  const paths = new Set<string>();
  return slices.map(({ file }, index) => {
    const plain = `${name}/${file.name}`;
    const path = paths.has(plain) ? `${name}/${index}-${file.name}` : plain;
    paths.add(path);
    return { path, file };
  });
}

async function wantsSeries(all: readonly Selection[]): Promise<boolean> {
  const count = all.filter(isDicom).length;
  if (count <= SERIES) return false;
  return confirm({
    title: 'Join the slices?',
    text: `At most ${MAX_FILES_PER_CALL} files can be sent at a time. ${count} slices become one file, which is shown as one series.`,
    confirm: 'Join',
  });
}
