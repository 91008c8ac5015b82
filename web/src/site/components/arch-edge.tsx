import { archPath } from '../../ui/page/arch.ts';

/** The dark rises into the page above it along one wide, shallow arch. */
export function ArchEdge() {
  const edge = archPath({ width: 1500, depth: 72, x: 720, y: 73 }, 0, 1, 16);
  return (
    <svg
      viewBox="0 0 1440 72"
      preserveAspectRatio="none"
      className="absolute inset-x-0 bottom-full -mb-px h-[clamp(1.5rem,5vw,4.5rem)] w-full fill-ground forced-colors:hidden"
      aria-hidden="true"
    >
      <path d={`${edge}Z`} />
    </svg>
  );
}
