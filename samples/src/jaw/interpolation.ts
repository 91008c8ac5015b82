/** A smooth curve through (position, value) pairs, constant beyond both ends. */
export type Curve = (at: number) => number;

export function curveThrough(...knots: readonly (readonly [number, number])[]): Curve {
  return (at) => {
    let index = 0;
    while (index < knots.length - 2 && at > (knots[index + 1]?.[0] ?? 0)) index++;
    const [x0, y0] = knots[index] ?? [0, 0];
    const [x1, y1] = knots[index + 1] ?? [1, y0];
    const t = Math.min(1, Math.max(0, (at - x0) / (x1 - x0)));
    const before = knots[index - 1];
    const after = knots[index + 2];
    const slope0 = before ? (y1 - before[1]) / (x1 - before[0]) : (y1 - y0) / (x1 - x0);
    const slope1 = after ? (after[1] - y0) / (after[0] - x0) : (y1 - y0) / (x1 - x0);
    const span = x1 - x0;
    const t2 = t * t;
    const t3 = t2 * t;
    return (
      y0 * (2 * t3 - 3 * t2 + 1) +
      slope0 * span * (t3 - 2 * t2 + t) +
      y1 * (3 * t2 - 2 * t3) +
      slope1 * span * (t3 - t2)
    );
  };
}

/** 0 below `low`, 1 above `high`, smooth in between. */
export function smoothstep(low: number, high: number, at: number): number {
  const t = Math.min(1, Math.max(0, (at - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
