import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { useNavigate } from 'react-router';
import { keepCheckup } from '../../../api/examinations/viewed-checkup.ts';
import { compareNaturally } from '../../../lib/files/natural-order.ts';
import { isPending, isViewable } from '../../examinations/file-viewer/file-previews.ts';
import { useOpenViewer } from '../../examinations/viewer/open-viewer.ts';

/** Opens the report beside the first picture that the viewer shows; without one on a page of its own. */
export function useOpenReport() {
  const openViewer = useOpenViewer('admin');
  const navigate = useNavigate();
  return (checkup: Checkup, { isNext = false } = {}): void => {
    const file = checkup.xrayFileLinks
      .toSorted(compareNaturally)
      .find((one) => isViewable(one, 'admin') || isPending(one));
    if (file) {
      openViewer(checkup, file, { hasPanel: true, isNext });
      return;
    }
    keepCheckup('admin', checkup);
    void navigate(`${portalPaths.adminCheckups}/${checkup._id}/report`);
  };
}
