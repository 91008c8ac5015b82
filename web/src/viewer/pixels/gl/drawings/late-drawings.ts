export { createSurfacePainter } from '../surface-painter.ts';
export { drawPanoramic } from './panoramic-drawing.ts';
export { createProjections } from './projection-drawing.ts';
