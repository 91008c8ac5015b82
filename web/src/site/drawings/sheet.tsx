import type { ReactNode } from 'react';
import { type Arch, teethAlong, toTransform } from '../../ui/page/arch.ts';
import type { Palette } from './palette.ts';

export interface Source {
  width: number;
  height: number;
  draw: (palette: Palette) => ReactNode;
}

/** A drawing as a whole SVG file. Lines keep one width however large it is shown. */
export function Sheet({ source, palette }: { source: Source; palette: Palette }) {
  const { width, height, draw } = source;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fill="none"
      stroke={palette.ink}
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <style>{'*{vector-effect:non-scaling-stroke}'}</style>
      {draw(palette)}
    </svg>
  );
}

interface TeethProps {
  arch: Arch;
  count: number;
  /** Size of a tooth in the middle of the row. */
  width: number;
  height: number;
  fill: string;
  stroke?: string;
  /** The tooth the light has found, and its colour. */
  finding?: number;
  light?: string;
}

/** Teeth along an arch, as everywhere on the site. */
export function Teeth({ arch, count, width, height, fill, stroke, finding, light }: TeethProps) {
  return (
    <g fill={fill} stroke={stroke}>
      {teethAlong(arch, count).map((tooth, index) => (
        <rect
          key={tooth.angle}
          x={-width / 2}
          y={-height / 2}
          width={width}
          height={height}
          rx={width * 0.36}
          transform={toTransform(tooth)}
          {...(index === finding && { fill: light, stroke: 'none' })}
        />
      ))}
    </g>
  );
}
