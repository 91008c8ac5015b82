import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { MeasuredText, ViewerControls } from '../../../viewer/viewer.tsx';
import type { BesideProps } from './panel.tsx';

/** The place of a panel: beside the picture on a desk, a sheet over its lower half on a phone. */
export const PanelFrame = ({ children }: { children: ReactNode }) => (
  <div className="fixed right-0 bottom-0 z-30 overflow-hidden bg-ground text-text max-lg:portrait:left-0 max-lg:portrait:h-[55dvh] max-lg:portrait:rounded-t-sheet max-lg:landscape:top-0 max-lg:landscape:w-[50vw] lg:top-0 lg:w-112">
    {children}
  </div>
);

/** The controls and the measurements of the shown picture, while a panel is open. */
export function useShownPicture(onListen: BesideProps['onListen']) {
  const [controls, setControls] = useState<ViewerControls>();
  const [measurements, setMeasurements] = useState<readonly MeasuredText[]>([]);
  const latest = useRef(onListen);
  useEffect(() => {
    const listen = latest.current;
    listen({ onControls: setControls, onMeasurements: setMeasurements });
    return () => listen(undefined);
  }, []);
  return { controls, measurements };
}

/** The picture beside a panel, as the panel uses it. */
export type ShownPicture = ReturnType<typeof useShownPicture>;
