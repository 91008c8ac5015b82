export interface Arch {
  /** Across, between the last molars. */
  width: number;
  /** From the line of the last molars to the incisors. */
  depth: number;
  /** The middle of that line. */
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

/**
 * A point of the human dental arch, `t` from 0 (last molar on the left) over 0.5 (incisors, on top) to 1:
 * the beta function Braun, Hnat, Fender and Legan fitted to it (The Angle Orthodontist 68, 1998, 29-36).
 */
export function archPoint({ width, depth, x, y }: Arch, t: number): Point {
  const across = -Math.cos(Math.PI * t) / 2; // dense at the ends, where the curve is steep
  const height = 3.0314 * depth * (0.5 + across) ** 0.8 * (0.5 - across) ** 0.8;
  return { x: x + across * width, y: y - height };
}

const round = (value: number) => Number(value.toFixed(1));

/** The arch from `from` to `to` as an SVG path of smooth cubic pieces (Catmull-Rom through the points). */
export function archPath(arch: Arch, from = 0, to = 1, pieces = 12): string {
  const at = (index: number) =>
    archPoint(arch, Math.min(1, Math.max(0, from + ((to - from) * index) / pieces)));
  const start = at(0);
  let path = `M${round(start.x)} ${round(start.y)}C`;
  for (let index = 0; index < pieces; index += 1) {
    const before = at(index - 1);
    const here = at(index);
    const next = at(index + 1);
    const after = at(index + 2);
    path += [
      here.x + (next.x - before.x) / 6,
      here.y + (next.y - before.y) / 6,
      next.x - (after.x - here.x) / 6,
      next.y - (after.y - here.y) / 6,
      next.x,
      next.y,
    ]
      .map(round)
      .join(' ');
    if (index < pieces - 1) path += ' ';
  }
  return path;
}

export interface Tooth extends Point {
  /** Degrees by which the tooth's axis is rotated to be perpendicular to the arch. */
  angle: number;
  /** 0.72 at the incisors, 1.22 at the last molars. */
  size: number;
}

/** Position and rotation of a tooth drawn about the origin, as an SVG transform. */
export const toTransform = ({ x, y, angle, size }: Tooth): string =>
  `translate(${round(x)} ${round(y)})rotate(${Math.round(angle)})scale(${size.toFixed(2)})`;

/** `count` teeth at equal distances along the arch, from the last molar on the left to the one on the right. */
export function teethAlong(arch: Arch, count: number): Tooth[] {
  const STEPS = 400;
  const points = Array.from({ length: STEPS + 1 }, (_, step) => archPoint(arch, step / STEPS));
  const lengths = [0];
  for (const [step, point] of points.entries()) {
    const last = points[step - 1];
    if (last) lengths.push((lengths.at(-1) ?? 0) + Math.hypot(point.x - last.x, point.y - last.y));
  }
  const total = lengths.at(-1) ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1);
    const reached = lengths.findIndex((length) => length >= share * total - 1e-9);
    const t = reached / STEPS;
    const from = archPoint(arch, Math.max(0, t - 0.004));
    const to = archPoint(arch, Math.min(1, t + 0.004));
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return { ...archPoint(arch, t), angle, size: 0.72 + Math.abs(share - 0.5) };
  });
}
