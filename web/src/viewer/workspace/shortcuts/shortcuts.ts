import { labels } from '../../labels.ts';
import { removeLastPoint } from '../../model/drawing/draft.ts';
import { type Tool, tools } from '../../model/tools.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { panelLabels } from '../../panel-labels.ts';
import type { Shortcut } from './use-shortcuts.ts';

export type Actions = {
  readonly model: ViewerModel;
  readonly tools: readonly Tool[];
  readonly chooseTool: (tool: Tool) => void;
  readonly finish: () => void;
  readonly removeSelected: () => void;
  readonly undo: (() => void) | undefined;
  readonly showHelp: () => void;
};

/** A key's share of the pane's size by which it zooms. */
const ZOOM_STEP = 1.25;
const PAGE = 10;

export function createShortcuts(actions: Actions): readonly Shortcut[] {
  const { model, tools: available, chooseTool, finish, removeSelected, undo, showHelp } = actions;
  const { update, state } = model;
  const zoom = (factor: number) => () => {
    const pane = model.mainPane();
    model.zoom(pane, [pane.rect.width / 2, pane.rect.height / 2], factor);
  };
  const scroll = (steps: number) => () => {
    const pane = model.mainPane();
    const slices = model.slices(pane);
    if (slices) model.scrollTo(pane, slices.at + steps);
  };
  return [
    { key: '?', label: labels.actions.help, run: showHelp },
    ...available.map((tool) => ({
      key: tools[tool].key,
      label: tools[tool].name,
      run: () => chooseTool(tool),
    })),
    {
      key: 'i',
      label: labels.actions.invert,
      run: () => update({ isInverse: !state.get().isInverse }),
    },
    { key: 'r', label: labels.actions.rotate, run: () => model.rotate(model.mainPane()) },
    { key: 'f', label: labels.actions.mirror, run: () => model.mirror(model.mainPane()) },
    { key: '+', label: labels.actions.zoomIn, run: zoom(ZOOM_STEP) },
    { key: '-', label: labels.actions.zoomOut, run: zoom(1 / ZOOM_STEP) },
    { key: '0', label: labels.actions.fit, run: model.showAll },
    {
      key: '1',
      label: labels.actions.actualSize,
      run: () => model.showActualSize(model.mainPane()),
    },
    { key: 'pagedown', label: panelLabels.slicesForth, run: scroll(1) },
    { key: 'pageup', label: panelLabels.slicesBack, run: scroll(-1) },
    { key: 'end', label: `${panelLabels.slicesForth} (${PAGE})`, run: scroll(PAGE) },
    { key: 'home', label: `${panelLabels.slicesBack} (${PAGE})`, run: scroll(-PAGE) },
    { key: 'enter', label: labels.actions.finish, run: finish },
    {
      key: 'backspace',
      label: labels.actions.removePoint,
      run: () => {
        const { draft } = state.get();
        if (draft) update({ draft: removeLastPoint(draft) });
      },
    },
    {
      key: 'escape',
      label: labels.actions.cancel,
      run: () => update({ draft: undefined, selected: undefined }),
    },
    { key: 'delete', label: labels.actions.remove, run: removeSelected },
    { key: 'z', label: panelLabels.measurements.undo, run: () => undo?.() },
  ];
}
