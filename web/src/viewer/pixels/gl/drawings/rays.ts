type RayCode = typeof import('./ray-drawings.ts');

let code: RayCode | undefined;

/** Loads the code of the bone surface and of projections, which no first picture needs. Draw again when it is there. */
export async function loadRays(): Promise<RayCode> {
  code ??= await import('./ray-drawings.ts');
  return code;
}

/** undefined until it is loaded. */
export const findRayCode = (): RayCode | undefined => code;
