export { drawPanoramic } from './panoramic-drawing.ts';
export { createProjections } from './projection-drawing.ts';
export { createSurfacePainter } from './surface-drawing.ts';
