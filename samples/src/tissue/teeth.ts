import type { PlacedTooth } from '../jaw/jaw.ts';
import { emptyPath, pathThrough } from '../jaw/ray-path.ts';
import type { Film, Plane } from '../raster/film.ts';
import { ABSORPTION } from './absorption.ts';
import { findingAt } from './findings.ts';

/** The planes that a tooth changes: absorption so far, and mm of spongy bone that is not yet added. */
export interface BonePlanes {
  absorption: Plane;
  spongy: Plane;
}

/** Draws one tooth and removes the bone at its roots. `spongy` must already contain the depth of the bone. */
export function drawTooth(planes: BonePlanes, film: Film, placed: PlacedTooth): void {
  const { tooth, side } = placed;
  const sin = Math.sin(placed.tilt);
  const cos = Math.cos(placed.tilt);
  const reach = tooth.size.width * 0.75 + 3.5;
  const upward = tooth.upper ? 1 : -1;
  const apexS = placed.s + side * sin * tooth.length;
  const apexZ = placed.z + upward * cos * tooth.length;
  const x0 = pixel((Math.min(placed.s, apexS) - reach - film.left) * film.scaleX, film.width);
  const x1 = pixel((Math.max(placed.s, apexS) + reach - film.left) * film.scaleX, film.width);
  const y0 = pixel((film.top - Math.max(placed.z, apexZ) - reach) * film.scaleY, film.height);
  const y1 = pixel((film.top - Math.min(placed.z, apexZ) + reach) * film.scaleY, film.height);
  const finding = findingAt(placed);
  const path = emptyPath();
  // The thickness of the dense shell varies along a root.
  const phase = placed.seed % 7;
  const lamina = (h: number) => ABSORPTION.cortical * (0.34 + 0.14 * Math.sin(h * 1.1 + phase));
  for (let y = y0; y < y1; y++) {
    const dz = (film.top - (y + 0.5) / film.scaleY - placed.z) * upward;
    for (let x = x0; x < x1; x++) {
      const ds = (film.left + (x + 0.5) / film.scaleX - placed.s) * side;
      const h = ds * sin + dz * cos;
      if (h < -1 || h > tooth.length + 2) continue;
      const u = ds * cos - dz * sin;
      if (u > reach || u < -reach) continue;
      pathThrough(tooth, u, h, path);
      finding.change(path, u, h);
      const at = y * film.width + x;
      const bone = planes.spongy[at] as number;
      if (path.socket > 0) planes.spongy[at] = Math.max(bone * 0.12, bone - path.socket);
      planes.absorption[at] =
        (planes.absorption[at] as number) +
        path.enamel * ABSORPTION.enamel +
        (path.dentin - path.pulp - path.canal) * ABSORPTION.dentin +
        (path.pulp + path.canal) * ABSORPTION.pulp +
        (path.lamina > 0 ? Math.min(path.lamina, 3.2) * lamina(h) * Math.min(1, bone / 4) : 0) +
        finding.added(path, u, h);
    }
  }
}

const pixel = (at: number, max: number) => Math.min(max, Math.max(0, Math.round(at)));
