import { MAX_FILES_PER_CALL } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/checkup-uploads.js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { packFiles, packFolder } from '../../../../../api/imaging/uploads/dicom-folder.ts';
import type { DicomHeader } from '../../../../../api/imaging/uploads/dicom-header.ts';
import {
  findRefusal,
  inNaturalOrder,
  type Selection,
  selectFile,
} from '../../../../../api/imaging/uploads/uploads.ts';
import type { Folder } from '../../../../../lib/files/folders.ts';
import { showError } from '../../../../../ui/overlay/confirm.tsx';
import { shorten } from './refused-files.ts';
import { countJoinable, isSlice, toSeries, wantsSeries } from './series.ts';
import { useDicomHeaders } from './use-dicom-headers.ts';
import { usePacking } from './use-packing.ts';

type Options = {
  checkupId: string | undefined;
  /** Called with the first DICOM header of the selected files. */
  onHeader: ((header: DicomHeader) => void) | undefined;
};

/** The files selected in one dialog, and what their DICOM headers say. */
export function useSelections({ checkupId, onHeader }: Options) {
  const [selections, setSelections] = useState<readonly Selection[]>([]);
  const [additions, setAdditions] = useState(0);
  // Files are added after they were read: the state of the last rendering may be old by then.
  const current = useRef<readonly Selection[]>([]);
  const closing = useClosing();
  const { packing, pack } = usePacking(closing);
  const { headers, otherPatients, readHeaders } = useDicomHeaders({ closing, onHeader });

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
    if (all.length > MAX_FILES_PER_CALL) messages.push(texts.tooMany({ max: MAX_FILES_PER_CALL }));
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
    const slices = all.filter(isSlice);
    const name = slices.map(({ file }) => headers.get(file)?.modality).find(Boolean) ?? 'DICOM';
    const files = toSeries(name, slices);
    const joined = await pack(name, (report) => packFiles(`${name}.zip`, files, report));
    if (!joined) return;
    replace(all.filter((one) => !isSlice(one)));
    await add([joined]);
  }

  return {
    selections,
    headers,
    /** The first of the other patients in a folder. */
    otherPatients,
    /** The folder that is being read. */
    packing,
    /** Whether selected files are still missing in `selections`. */
    isAdding: packing !== undefined || additions > 0,
    joinable: countJoinable(selections),
    replace,
    add,
    addFolder,
    join: () => join(),
    remove: (fileId: string) => replace(current.current.filter((one) => one.fileId !== fileId)),
  };
}

/** Aborted when the dialog closes. */
function useClosing(): RefObject<AbortController> {
  const closing = useRef(new AbortController());
  useEffect(() => {
    closing.current = new AbortController();
    return () => closing.current.abort();
  }, []);
  return closing;
}

/** The same file chosen again stays one. */
const merge = (present: readonly Selection[], added: readonly Selection[]) => [
  ...new Map([...present, ...added].map((one) => [one.key, one])).values(),
];
