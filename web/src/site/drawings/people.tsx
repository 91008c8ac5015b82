import type { Palette } from './palette.ts';

/** A person in a white coat from the front, to the chest; `x` is the middle, `y` the lower edge. */
export function InCoat({
  x,
  y,
  long,
  ...palette
}: Palette & { x: number; y: number; long?: boolean }) {
  const { paper, shade, cloth, soft, accent } = palette;
  return (
    <g transform={`translate(${x} ${y})`}>
      {long && <path d="M-40-132c-8-62 8-92 40-92s48 30 40 92z" fill={cloth} stroke={cloth} />}
      <path d="M-92 0c0-72 14-96 66-110h52c52 14 66 38 66 110" fill={paper} />
      <path d="M-17-136v30c0 12 34 12 34 0v-30z" fill={shade} />
      <path d="m-22-110 22 34 22-34" fill={shade} />
      <path d="m-26-110-10 38 24 8L0-20m26-90 10 38-24 8L0-20V0M-62-40V0m124-40V0" stroke={soft} />
      <path d="M34-52h22" stroke={accent} />
      <ellipse cx="0" cy="-170" rx="34" ry="40" fill={paper} />
      <path
        d="M-35-164c-8-46 12-64 38-62 28 2 40 26 32 62-4-20-14-32-28-36-14 10-28 12-36 14-4 6-6 14-6 22z"
        fill={cloth}
        stroke={cloth}
      />
    </g>
  );
}

/** A listener from behind, below the lower edge. */
export function Listener({
  x,
  y,
  bun,
  paper,
  cloth,
  soft,
}: Palette & { x: number; y: number; bun?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M-70 0c0-44 10-58 44-66h52c34 8 44 22 44 66" fill={paper} />
      <path d="M-18-64c8 14 28 14 36 0" stroke={soft} />
      <path
        d="M-28-92c-5-34 6-50 28-50s33 16 28 50c-3 16-12 28-28 28s-25-12-28-28z"
        fill={cloth}
        stroke={cloth}
      />
      {bun && <circle cx="0" cy="-146" r="14" fill={cloth} stroke={cloth} />}
    </g>
  );
}
