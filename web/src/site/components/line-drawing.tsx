import type { ReactNode } from 'react';

/** Small drawings of one stroke width, 120 by 120; what the light touches is in the accent. */
export function LineDrawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 120 120"
      className="size-28 fill-none stroke-text md:size-32"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
