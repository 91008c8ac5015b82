import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import { lazy, Suspense, useState } from 'react';
import { openResult, refetchResult } from '../../../api/examinations/results.ts';
import { compareNaturally } from '../../../lib/files/natural-order.ts';
import { downloadAllFiles, downloadFile } from '../../examinations/file-viewer/start-download.ts';
import { useOpenViewer } from '../../examinations/viewer/open-viewer.ts';

// Few examinations have a written opinion: its dialog is loaded with the first one that is opened.
const TextFile = lazy(() => import('./text-file-dialog.tsx'));

type Reading = { checkup: Checkup; file: FileLink };

/** The results in the order of their numbers, then what the partner has sent. */
export function listFiles({ xrayFileLinks, fileLinks }: Checkup): FileLink[] {
  return [...xrayFileLinks.toSorted(compareNaturally), ...fileLinks];
}

/** Views and downloads the files of a checkup. */
export function useViewing() {
  const [reading, setReading] = useState<Reading>();
  const view = useOpenViewer('partner');

  const download = (checkup: Checkup, file: FileLink) => {
    openResult(checkup._id);
    return downloadFile(checkup._id, file, () => refetchResult(checkup._id));
  };
  const downloadAll = (checkup: Checkup) => {
    openResult(checkup._id);
    return downloadAllFiles(checkup, listFiles(checkup), () => refetchResult(checkup._id));
  };
  const reader = reading && (
    <Suspense>
      <TextFile
        file={reading.file}
        onDownload={() => download(reading.checkup, reading.file)}
        onClose={() => setReading(undefined)}
      />
    </Suspense>
  );
  const read = (checkup: Checkup, file: FileLink) => {
    openResult(checkup._id);
    setReading({ checkup, file });
  };
  return { view, read, download, downloadAll, reader };
}
