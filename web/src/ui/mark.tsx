import { type Arch, teethAlong } from './arch.ts';

const ARCH: Arch = { width: 25, depth: 21, x: 16, y: 27 };
const TEETH = 10;

/** The one tooth that glows: what precise diagnostics is about. */
const FOUND = 6;

interface MarkProps {
  className?: string;
  /** Draws the arch without its glowing tooth: something is missing here. */
  missing?: boolean;
}

/** The logo: a dental arch, one tooth of it found. Decorative; the name stands beside it. */
export function Mark({ className, missing = false }: MarkProps) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="currentColor" aria-hidden="true">
      {teethAlong(ARCH, TEETH).map(({ x, y, angle, size }, index) => (
        <rect
          key={angle}
          className={index === FOUND ? 'fill-accent' : undefined}
          x={(-2.2 * size).toFixed(1)}
          y={(-2.9 * size).toFixed(1)}
          width={(4.4 * size).toFixed(1)}
          height={(5.8 * size).toFixed(1)}
          rx={(1.65 * size).toFixed(1)}
          transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(0)})`}
          {...(index === FOUND &&
            missing && {
              className: 'fill-none stroke-accent',
              strokeWidth: 0.5,
              strokeDasharray: 1,
            })}
        />
      ))}
    </svg>
  );
}
