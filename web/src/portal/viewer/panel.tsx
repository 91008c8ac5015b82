import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { MeasuredText, ViewerControls, ViewerLink } from '../../viewer/viewer.tsx';
import { type OpenedView, PANEL } from './open-viewer.ts';

/** A picture, and how it is shown. */
export type Shown = OpenedView & { readonly file: string };

/** The props of a panel beside the picture. */
export type BesideProps = {
  checkup: Checkup;
  /** The file that is shown. */
  file: string;
  /** undefined while no picture is shown. */
  controls: ViewerControls | undefined;
  measurements: readonly MeasuredText[];
  onShow: (shown: Shown) => void;
  onClose: () => void;
};

type State = (OpenedView & { readonly fromList?: boolean }) | null;

/** The panel beside the picture: whether it is open, and what viewer and panel tell each other. */
export function usePanel(state: State) {
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const [controls, setControls] = useState<ViewerControls>();
  const [measurements, setMeasurements] = useState<readonly MeasuredText[]>([]);
  const isOpen = parameters.has(PANEL);
  const { view, point } = state ?? {};
  const isLinked = isOpen || view !== undefined || point !== undefined;
  const link = useMemo(
    (): ViewerLink | undefined =>
      isLinked
        ? {
            view,
            point: point ?? undefined,
            onControls: setControls,
            onMeasurements: setMeasurements,
          }
        : undefined,
    [isLinked, view, point],
  );
  const show = ({ file, ...opened }: Shown) =>
    navigate(
      { pathname: `../${file}`, search: parameters.toString() },
      { replace: true, relative: 'path', state: { fromList: state?.fromList, ...opened } },
    );
  const toggle = () => setParameters(isOpen ? {} : { [PANEL]: '1' }, { replace: true, state });
  return { isOpen, link, controls, measurements, show: (shown: Shown) => void show(shown), toggle };
}
