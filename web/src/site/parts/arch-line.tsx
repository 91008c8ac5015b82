import { archPath } from '../../ui/arch.ts';

/** The dark rises into the page above it along one wide, shallow arch. */
export function ArchEdge() {
  const edge = archPath({ width: 1440, depth: 72, x: 720, y: 73 }, 0, 1, 16);
  return (
    <svg
      viewBox="0 0 1440 72"
      preserveAspectRatio="none"
      className="absolute inset-x-0 bottom-full -mb-px h-[clamp(1.5rem,5vw,4.5rem)] w-full fill-ground"
      aria-hidden="true"
    >
      <path d={`${edge}Z`} />
    </svg>
  );
}

/** The arch as a line, drawn as it comes into view. `rings` further arches stand inside it. */
export function ArchLine({ className, rings = 0 }: { className: string; rings?: number }) {
  const arches = Array.from({ length: rings + 1 }, (_, ring) =>
    archPath({ width: 780 - ring * 150, depth: 560 - ring * 128, x: 400, y: 600 }),
  );
  return (
    <svg
      viewBox="0 0 800 600"
      className={`fill-none stroke-current ${className}`}
      strokeWidth="1.5"
      aria-hidden="true"
    >
      {arches.map((path) => (
        <path
          key={path}
          d={path}
          pathLength="1"
          className="draw"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
