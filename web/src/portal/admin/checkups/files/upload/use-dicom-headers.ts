import { acceptedFileTypes, findContentType } from '@deqiq/contract/imaging/files.ts';
import { type RefObject, useState } from 'react';
import type { DicomHeader } from '../../../../../api/imaging/uploads/dicom-header.ts';
import type { Selection } from '../../../../../api/imaging/uploads/uploads.ts';

type Options = {
  /** Aborted when the dialog closes. */
  closing: RefObject<AbortController>;
  /** Called with the first header of the files that were added. */
  onHeader: ((header: DicomHeader) => void) | undefined;
};

/** The DICOM headers of the selected files, and the other patients in their folders. */
export function useDicomHeaders({ closing, onHeader }: Options) {
  const [headers, setHeaders] = useState<ReadonlyMap<File, DicomHeader>>(new Map());
  const [otherPatients, setOtherPatients] = useState<ReadonlyMap<File, DicomHeader>>(new Map());

  async function readHeaders(added: readonly Selection[]): Promise<void> {
    const files = added.map(({ file }) => file).filter(mayHaveHeader);
    if (files.length === 0) return;
    const { findOtherPatient, readDicomHeader } = await import(
      '../../../../../api/imaging/uploads/dicom-header.ts'
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

  return { headers, otherPatients, readHeaders };
}

const isZip = ({ name }: File) => findContentType(name) === acceptedFileTypes.zip;

const mayHaveHeader = (file: File) =>
  isZip(file) || findContentType(file.name) === acceptedFileTypes.dcm;
