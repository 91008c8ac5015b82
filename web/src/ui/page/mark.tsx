import { type Arch, teethAlong, toTransform } from './arch.ts';

const ARCH: Arch = { width: 25, depth: 21, x: 16, y: 27 };
const TEETH = 10;

/** The one tooth that glows: what precise diagnostics is about. */
const FOUND = 6;

const gap = {
  className: 'fill-none stroke-accent',
  strokeWidth: 0.5,
  strokeDasharray: 1,
} as const;

interface MarkProps {
  className?: string;
  /** Draws the arch without its glowing tooth: something is missing here. */
  missing?: boolean;
}

/** The logo: a dental arch with one tooth marked. Decorative; the name is shown beside it. */
export function Mark({ className, missing = false }: MarkProps) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="currentColor" aria-hidden="true">
      {teethAlong(ARCH, TEETH).map((tooth, index) => (
        <rect
          key={tooth.angle}
          x="-2.2"
          y="-2.9"
          width="4.4"
          height="5.8"
          rx="1.65"
          transform={toTransform(tooth)}
          {...(index === FOUND && (missing ? gap : { className: 'fill-accent' }))}
        />
      ))}
    </svg>
  );
}
