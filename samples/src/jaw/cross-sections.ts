/**
 * One solid of a tooth: a stack of ellipses along `h` (mm from the occlusal edge towards the apex), `a` wide along
 * the arch, `b` deep across it, with the centre (`u`, `v`). One entry every STACK_STEP mm.
 */
export interface CrossSections {
  from: number;
  to: number;
  u: Float32Array;
  v: Float32Array;
  a: Float32Array;
  b: Float32Array;
}

export const STACK_STEP = 0.1;

/** Centre and half-axes of the ellipse at one height, in mm. */
export type Section = readonly [u: number, v: number, a: number, b: number];

export function buildStack(from: number, to: number, at: (h: number) => Section): CrossSections {
  const count = Math.max(2, Math.ceil((to - from) / STACK_STEP) + 1);
  const [u, v, a, b] = [0, 1, 2, 3].map(() => new Float32Array(count)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let i = 0; i < count; i++) {
    const section = at(Math.min(to, from + i * STACK_STEP));
    u[i] = section[0];
    v[i] = section[1];
    a[i] = Math.max(0, section[2]);
    b[i] = Math.max(0, section[3]);
  }
  return { from, to, u, v, a, b };
}

/** The same solid grown by `gap` mm on all sides and beyond the apex. */
export function grownStack(source: CrossSections, gap: number): CrossSections {
  const length = source.to - source.from;
  return buildStack(source.from, source.to + gap, (h) => {
    const index = ((h - source.from) * length) / (length + gap) / STACK_STEP;
    const i = Math.min(source.a.length - 1, Math.round(index));
    const a = source.a[i] as number;
    const grow = gap * Math.min(1, a / 0.5);
    return [source.u[i] as number, source.v[i] as number, a + grow, (source.b[i] as number) + grow];
  });
}
