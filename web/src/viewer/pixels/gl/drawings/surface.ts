type SurfaceCode = typeof import('./surface-drawing.ts');

let code: SurfaceCode | undefined;

/** Loads the code of the bone surface, which no first picture needs. Draw again when it is there. */
export async function loadSurface(): Promise<SurfaceCode> {
  code ??= await import('./surface-drawing.ts');
  return code;
}

/** undefined until it is loaded. */
export const findSurfaceCode = (): SurfaceCode | undefined => code;
