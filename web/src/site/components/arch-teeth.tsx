import { type Arch, archPath, teethAlong, toTransform } from '../../ui/page/arch.ts';

const ARCH: Arch = { width: 400, depth: 345, x: 260, y: 430 };
const FOUND = 10;
const teeth = teethAlong(ARCH, 16);
const finding = teeth[FOUND];

/** The arch scaled about the middle of its base line. */
const scanAt = (scale: number) =>
  archPath({ ...ARCH, width: ARCH.width * scale, depth: ARCH.depth * scale });

/** The arch from above on the lightbox: rings of the scan round it, the crosshair on one tooth. */
export function ArchTeeth({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 520 470"
      className={`fill-none stroke-line ${className}`}
      strokeWidth="1.5"
      aria-hidden="true"
    >
      {[0.36, 0.62, 1.2].map((scale) => (
        <path key={scale} className="draw" pathLength="1" d={scanAt(scale)} />
      ))}
      {finding && (
        <path
          className="stroke-accent/40"
          strokeWidth="1"
          d={`M0 ${finding.y.toFixed(1)}H520M${finding.x.toFixed(1)} 0V470`}
        />
      )}
      {teeth.map((tooth, index) => (
        <rect
          key={tooth.angle}
          x="-18"
          y="-26"
          width="36"
          height="52"
          rx="14"
          transform={toTransform(tooth)}
          className={index === FOUND ? 'fill-accent stroke-none' : 'fill-ground stroke-muted/70'}
        />
      ))}
    </svg>
  );
}
