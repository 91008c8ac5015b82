import type { SavedView } from '@deqiq/contract/reports/report-view.ts';
import { useEffect, useMemo, useRef } from 'react';
import type { MeasureScale } from '../../annotations/measure-scale.ts';
import type { useAnnotations } from '../../annotations/use-annotations.ts';
import { measurementRows } from '../../export/measurement-rows.ts';
import { readSavedView, showSavedView } from '../../model/panes/saved-view.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import type { ViewerLink } from '../../viewer-link.ts';
import { MarkedPoint } from './marked-point.tsx';
import { pickPoint } from './pick-point.ts';

type ViewLinkProps = {
  link: ViewerLink;
  model: ViewerModel;
  canvas: HTMLCanvasElement;
  annotations: ReturnType<typeof useAnnotations>;
  scale: MeasureScale;
  series: string | undefined;
  isDesk: boolean;
};

/** Shows what the panel beside the picture asks for, and tells it what it may take over. */
export function ViewLink({
  link,
  model,
  canvas,
  annotations,
  scale,
  series,
  isDesk,
}: ViewLinkProps) {
  const { view, point, onControls, onMeasurements } = link;
  const { all, isLoaded } = annotations;
  const shown = useRef<SavedView>(undefined);
  useEffect(() => {
    // After the window that was saved with the file.
    if (!isLoaded || !view || shown.current === view) return;
    shown.current = view;
    showSavedView(model, view, isDesk);
  }, [model, view, isLoaded, isDesk]);

  useEffect(() => {
    onControls?.({
      readView: () => readSavedView(model, series),
      pickPoint: (signal) => pickPoint(model, canvas, signal),
    });
    return () => onControls?.(undefined);
  }, [model, canvas, series, onControls]);

  const measured = useMemo(
    () =>
      measurementRows(all, scale).map(({ annotation, kind, text }) => ({
        id: annotation._id,
        text: [kind, text, annotation.label].filter(Boolean).join(' · '),
      })),
    [all, scale],
  );
  useEffect(() => {
    onMeasurements?.(measured);
    return () => onMeasurements?.([]);
  }, [measured, onMeasurements]);

  return point ? <MarkedPoint model={model} canvas={canvas} point={point} /> : null;
}
