import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { type FileLink, hasPicturePreview } from '@deqiq/contract/imaging/files.ts';
import type { Question } from '@deqiq/contract/reports/questions.ts';
import type { SavedView } from '@deqiq/contract/reports/report-view.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { useLocation, useNavigate } from 'react-router';
import { keepCheckup } from '../../../api/examinations/viewed-checkup.ts';
import { departure } from '../../../api/people/session/departure.ts';

/** The code of the viewer; loaded once. */
export const loadViewer = () => import('../../../viewer/viewer.tsx');

/** Loads the viewer's code, and the first level of a file, before the viewer opens: a pointer is over the file. */
export function preloadViewer({ name, imaging }: FileLink): void {
  const { url, kind, state } = imaging;
  void loadViewer()
    .then(({ preloadFile }) => {
      isLoaded = true;
      // A photo has no derived pixels.
      if (hasPicturePreview(name, 'partner') || state !== 'ready') return;
      if (url && kind && kind !== 'document' && kind !== 'surface') preloadFile(url, kind);
    })
    .catch(() => undefined);
}

let isLoaded = false;
departure.onForget(() => {
  if (isLoaded) void loadViewer().then(({ forgetPreloaded }) => forgetPreloaded());
});

export const viewerPath = (role: Role, checkupId: string, fileId: string): string =>
  `${role === 'admin' ? portalPaths.adminCheckups : portalPaths.partnerCheckups}/${checkupId}/${fileId}`;

/** How a picture is shown first: as a key image was saved, or with a marked point. */
export type OpenedView = {
  readonly view?: SavedView | undefined;
  readonly point?: Question['point'] | undefined;
};

/** The parameter of the address while a panel is open beside the picture. */
export const PANEL = 'panel';

type Opened = OpenedView & {
  hasPanel?: boolean;
  /** Instead of the picture that is open, if one is: Back returns to the list. */
  isNext?: boolean;
};

/** Opens a file of a listed checkup in the viewer; Back returns to the list as it was. */
export function useOpenViewer(role: Role) {
  const navigate = useNavigate();
  const { state: current } = useLocation() as { state: { fromList?: boolean } | null };
  return (checkup: Checkup, file: Pick<FileLink, 'id'>, opened: Opened = {}) => {
    keepCheckup(role, checkup);
    const { hasPanel = false, isNext = false, ...shown } = opened;
    const search = hasPanel ? `?${PANEL}=1` : '';
    const state = { fromList: true, ...shown };
    const replace = isNext && current?.fromList === true;
    void navigate({ pathname: viewerPath(role, checkup._id, file.id), search }, { replace, state });
  };
}
