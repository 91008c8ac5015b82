import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ViewerLink } from '../../../viewer/viewer.tsx';
import { type OpenedView, PANEL } from './open-viewer.ts';

/** A picture, and how it is shown. */
export type Shown = OpenedView & { readonly file: string };

/** Functions by which the viewer tells a panel of the picture. */
export type Listeners = Pick<ViewerLink, 'onControls' | 'onMeasurements'>;

/** The props of a panel beside the picture. */
export type BesideProps = {
  checkup: Checkup;
  /** The file that is shown. */
  file: string;
  onListen: (listeners: Listeners | undefined) => void;
  onShow: (shown: Shown) => void;
  onClose: () => void;
};

type State = (OpenedView & { readonly fromList?: boolean }) | null;

/** The panel beside the picture: whether it is open, and what the viewer shows for it. */
export function usePanel(state: State) {
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const [listeners, setListeners] = useState<Listeners>();
  const isOpen = parameters.has(PANEL);
  const { view, point } = state ?? {};
  const link = useMemo(
    (): ViewerLink | undefined =>
      view || point || listeners ? { view, point: point ?? undefined, ...listeners } : undefined,
    [view, point, listeners],
  );
  return {
    isOpen,
    link,
    listen: setListeners,
    show: ({ file, ...opened }: Shown) =>
      void navigate(
        { pathname: `../${file}`, search: parameters.toString() },
        { replace: true, relative: 'path', state: { fromList: state?.fromList, ...opened } },
      ),
    toggle: () => setParameters(isOpen ? {} : { [PANEL]: '1' }, { replace: true, state }),
  };
}
