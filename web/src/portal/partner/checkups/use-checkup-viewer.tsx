import type { Checkup } from '@deqiq/contract/checkups.ts';
import type { FileLink } from '@deqiq/contract/files.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { refetchOwnCheckups } from '../../../api/own-checkups.ts';
import { useCloseOnBack } from '../../../lib/close-on-back.ts';
import { compareNaturally } from '../../../lib/natural-order.ts';
import { FileViewer, preloadViewer, type ViewerPicture } from '../../file-viewer/file-viewer.tsx';
import { picturesOf, subjectOf } from '../../file-viewer/pictures.ts';
import { downloadAllFiles, downloadFile } from '../../file-viewer/start-download.ts';

// Few examinations have a written opinion: its dialog is loaded with the first one that is opened.
const TextFile = lazy(() => import('./text-file-dialog.tsx'));

type Viewing = { checkup: Checkup; pictures: ViewerPicture[]; at: number };
type Reading = { checkup: Checkup; file: FileLink };

/** The results in the order of their numbers, then what the partner has sent. */
export function filesOf({ xrayFileLinks, fileLinks }: Checkup): FileLink[] {
  return [...xrayFileLinks.toSorted(compareNaturally), ...fileLinks];
}

/** Views and downloads the files of a checkup. `page` is the page of the list that contains it. */
export function useViewing(page: number) {
  const [viewing, setViewing] = useState<Viewing>();
  const [reading, setReading] = useState<Reading>();
  const close = () => setViewing(undefined);
  useCloseOnBack(viewing !== undefined, close);
  useEffect(preloadViewer, []);

  const download = (checkup: Checkup, file: FileLink) =>
    downloadFile(checkup._id, file, () => refetchOwnCheckups(page));
  const downloadAll = (checkup: Checkup) =>
    downloadAllFiles(checkup, filesOf(checkup), () => refetchOwnCheckups(page));
  const view = (checkup: Checkup, file: FileLink) =>
    setViewing({ checkup, ...picturesOf(filesOf(checkup), file.name, 'partner') });
  const viewer = viewing ? (
    <FileViewer
      pictures={viewing.pictures}
      at={viewing.at}
      subject={subjectOf(viewing.checkup)}
      language="az"
      onClose={close}
      onDownload={(name) => {
        const file = filesOf(viewing.checkup).find((one) => one.name === name);
        if (file) download(viewing.checkup, file);
      }}
    />
  ) : (
    reading && (
      <Suspense>
        <TextFile
          file={reading.file}
          onDownload={() => download(reading.checkup, reading.file)}
          onClose={() => setReading(undefined)}
        />
      </Suspense>
    )
  );
  const read = (checkup: Checkup, file: FileLink) => setReading({ checkup, file });
  return { view, read, download, downloadAll, viewer };
}
