import type { Checkup } from '@deqiq/contract/checkups.ts';
import type { FileLink } from '@deqiq/contract/files.ts';
import { useSyncExternalStore } from 'react';
import { downloads } from '../../api/downloads/downloads.ts';

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
    freshSource: async () => {
      const { checkups } = await freshPage();
      const checkup = checkups.find(({ _id }) => _id === checkupId);
      return [...(checkup?.xrayFileLinks ?? []), ...(checkup?.fileLinks ?? [])].find(
        (link) => link.name === name,
      );
    },
  });
}

export function useDownloads() {
  return useSyncExternalStore(downloads.subscribe, downloads.list);
}
