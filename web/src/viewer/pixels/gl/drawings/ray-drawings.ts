export { createProjections } from './projection-drawing.ts';
export { drawSurface } from './surface-drawing.ts';
