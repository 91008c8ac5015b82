import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import { useSyncExternalStore } from 'react';
import { downloads } from '../../../api/imaging/downloads/downloads.ts';
import { personName } from '../../../lib/format.ts';
import { checkupDay } from './format.ts';

type Page = { checkups: readonly Checkup[] };

/**
 * Starts the download of one file of a checkup; call it from the click itself. `freshPage` fetches the
 * list again, for a link that is good again when the first one has run out.
 */
export function downloadFile(
  checkupId: string,
  { name, size, url }: FileLink,
  freshPage: () => Promise<Page>,
): void {
  void downloads.start({
    id: `${checkupId}/${name}`,
    name,
    size,
    url,
    freshSource: () => findFile(checkupId, name, freshPage),
  });
}

/** Starts the download of all files of a checkup as one ZIP; call it from the click itself. */
export function downloadAllFiles(
  checkup: Checkup,
  files: readonly FileLink[],
  freshPage: () => Promise<Page>,
): void {
  const subject = [personName(checkup), checkupDay(checkup)].join(' ');
  void downloads.startZip({
    id: `${checkup._id}.zip`,
    name: `${subject.replaceAll(/[^\p{L}\p{N} .-]/gu, '')}.zip`,
    entries: files.map(({ name, url, size }) => ({
      name,
      url,
      size,
      freshSource: () => findFile(checkup._id, name, freshPage),
    })),
  });
}

async function findFile(checkupId: string, name: string, freshPage: () => Promise<Page>) {
  const { checkups } = await freshPage();
  const checkup = checkups.find(({ _id }) => _id === checkupId);
  return [...(checkup?.xrayFileLinks ?? []), ...(checkup?.fileLinks ?? [])].find(
    (link) => link.name === name,
  );
}

export function useDownloads() {
  return useSyncExternalStore(downloads.subscribe, downloads.list);
}
