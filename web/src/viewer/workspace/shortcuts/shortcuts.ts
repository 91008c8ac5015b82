import * as texts from '@deqiq/messages/viewer/shortcuts.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import { removeLastPoint } from '../../model/drawing/draft.ts';
import { type Tool, tools } from '../../model/tools.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
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
    { key: '?', label: texts.title(), run: showHelp },
    ...available.map((tool) => ({
      key: tools[tool].key,
      label: tools[tool].name(),
      run: () => chooseTool(tool),
    })),
    {
      key: 'i',
      label: viewerTexts.invert(),
      run: () => update({ isInverse: !state.get().isInverse }),
    },
    { key: 'r', label: viewerTexts.rotate(), run: () => model.rotate(model.mainPane()) },
    { key: 'f', label: viewerTexts.mirror(), run: () => model.mirror(model.mainPane()) },
    { key: '+', label: texts.zoomIn(), run: zoom(ZOOM_STEP) },
    { key: '-', label: texts.zoomOut(), run: zoom(1 / ZOOM_STEP) },
    { key: '0', label: texts.fit(), run: model.showAll },
    {
      key: '1',
      label: texts.actualSize(),
      run: () => model.showActualSize(model.mainPane()),
    },
    { key: 'pagedown', label: texts.forth(), run: scroll(1) },
    { key: 'pageup', label: texts.back(), run: scroll(-1) },
    { key: 'end', label: texts.forthBy({ count: PAGE }), run: scroll(PAGE) },
    { key: 'home', label: texts.backBy({ count: PAGE }), run: scroll(-PAGE) },
    { key: 'enter', label: viewerTexts.finish(), run: finish },
    {
      key: 'backspace',
      label: texts.removePoint(),
      run: () => {
        const { draft } = state.get();
        if (draft) update({ draft: removeLastPoint(draft) });
      },
    },
    {
      key: 'escape',
      label: viewerTexts.cancel(),
      run: () => update({ draft: undefined, selected: undefined }),
    },
    { key: 'delete', label: texts.remove(), run: removeSelected },
    { key: 'z', label: viewerTexts.undo(), run: () => undo?.() },
  ];
}
