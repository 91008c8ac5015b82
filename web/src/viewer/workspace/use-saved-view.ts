import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import { useEffect, useRef } from 'react';
import type { useAnnotations } from '../annotations/use-annotations.ts';
import { savedView } from '../model/use-stage.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { ViewerState } from '../model/viewer-state.ts';

/** Milliseconds without a change after which the window, the arch and the straightening are saved. */
const SAVE_DELAY = 1_500;

/** Applies the saved window, straightening and dental arch once, and saves what the user changes. */
export function useSavedView(
  model: ViewerModel,
  annotations: ReturnType<typeof useAnnotations>,
): void {
  const latest = useRef(annotations);
  useEffect(() => {
    latest.current = annotations;
  });
  const { isLoaded } = annotations;
  useEffect(() => {
    if (!isLoaded) return;
    model.update(savedView(latest.current.all));
    let saved = model.state.get();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      const now = model.state.get();
      if (now.window !== saved.window) saveContent(latest.current, toWindowContent(now));
      if (now.arch !== saved.arch && now.isArchEdited)
        saveContent(latest.current, toArchContent(now));
      if (now.axes !== saved.axes)
        saveContent(latest.current, { kind: 'straightening', axes: now.axes });
      saved = now;
    };
    const unsubscribe = model.state.subscribe(() => {
      const now = model.state.get();
      if (now.window === saved.window && now.arch === saved.arch && now.axes === saved.axes) return;
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
      if (timer !== undefined) save();
    };
  }, [model, isLoaded]);
}

const toWindowContent = ({ window: { centre, width } }: ViewerState): AnnotationContent => ({
  kind: 'window',
  centre,
  width,
});

const toArchContent = ({ arch }: ViewerState): AnnotationContent => ({
  kind: 'arch',
  points: arch,
});

/** A file has one window, one straightening and one arch of each side. */
function saveContent(
  { all, create, save }: ReturnType<typeof useAnnotations>,
  content: AnnotationContent,
): void {
  const own = all.find((one) => one.isOwn && one.content.kind === content.kind);
  if (own) save(own._id, content);
  else create(content);
}
