import { type Layout, layoutPanes } from './panes/layout.ts';
import { canDraw, type DrawingTool, drawingTools, type Tool } from './tools.ts';

/** Any size: the kinds of a layout's panes are the same on every stage. */
const STAGE = { width: 1, height: 1 };

const OF_PLANES: readonly Tool[] = ['crosshair', 'scroll', 'window', 'pan'];

/** Tools that show the file, in the order of their buttons. The first one is that of a new layout. */
const viewTools: Readonly<Record<Layout | 'picture' | 'stack', readonly Tool[]>> = {
  picture: ['window', 'pan'],
  stack: ['window', 'pan', 'scroll'],
  surface: ['window', 'pan'],
  panoramic: ['window', 'pan', 'crosshair'],
  sections: ['scroll', 'window', 'pan'],
  axial: OF_PLANES,
  coronal: OF_PLANES,
  sagittal: OF_PLANES,
  two: OF_PLANES,
  four: OF_PLANES,
  board: OF_PLANES,
};

/** Tools of a layout of a picture, stack or volume. The arch is edited in the axial plane. */
export function listTools(subject: 'picture' | 'stack' | 'volume', layout: Layout): Tool[] {
  const panes = layoutPanes(subject === 'volume' ? layout : 'picture', STAGE);
  const drawn = (Object.keys(drawingTools) as DrawingTool[]).filter((tool) =>
    panes.some((pane) => canDraw(tool, pane)),
  );
  const hasAxial = panes.some(({ kind }) => kind === 'axial');
  return [
    ...viewTools[subject === 'volume' ? layout : subject],
    ...drawn,
    ...(hasAxial ? (['arch'] as const) : []),
  ];
}
