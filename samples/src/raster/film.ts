/** A picture plane on the unrolled arch: its position (mm) and resolution (pixels per mm). */
export interface Film {
  width: number;
  height: number;
  /** s of the left edge, z of the upper edge, in mm. */
  left: number;
  top: number;
  scaleX: number;
  scaleY: number;
}

export type Plane = Float32Array;

export const newPlane = (film: Film): Plane => new Float32Array(film.width * film.height);

/** The same film with `factor` times fewer pixels in each direction, for layers that are out of focus. */
export function coarse(film: Film, factor: number): Film {
  return {
    ...film,
    width: Math.ceil(film.width / factor),
    height: Math.ceil(film.height / factor),
    scaleX: film.scaleX / factor,
    scaleY: film.scaleY / factor,
  };
}

/** Adds a coarse plane to a fine one, smoothly enlarged. */
export function addEnlarged(target: Plane, film: Film, source: Plane, from: Film): void {
  const ratioX = from.scaleX / film.scaleX;
  const ratioY = from.scaleY / film.scaleY;
  for (let y = 0; y < film.height; y++) {
    const sourceY = Math.min(from.height - 1, Math.max(0, (y + 0.5) * ratioY - 0.5));
    const y0 = sourceY | 0;
    const y1 = Math.min(from.height - 1, y0 + 1);
    const partY = sourceY - y0;
    for (let x = 0; x < film.width; x++) {
      const sourceX = Math.min(from.width - 1, Math.max(0, (x + 0.5) * ratioX - 0.5));
      const x0 = sourceX | 0;
      const x1 = Math.min(from.width - 1, x0 + 1);
      const partX = sourceX - x0;
      const above = mix(source, y0 * from.width, x0, x1, partX);
      const below = mix(source, y1 * from.width, x0, x1, partX);
      const at = y * film.width + x;
      target[at] = (target[at] as number) + above + (below - above) * partY;
    }
  }
}

function mix(source: Plane, row: number, x0: number, x1: number, part: number): number {
  const from = source[row + x0] as number;
  return from + ((source[row + x1] as number) - from) * part;
}
