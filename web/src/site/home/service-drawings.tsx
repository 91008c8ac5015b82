import type { ReactNode } from 'react';
import { archPath } from '../../ui/arch.ts';

/** Line drawings of one stroke width; what the light touches is in the accent. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 104 104"
      className="size-26 fill-none stroke-text"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** A lower molar from the side. */
const MOLAR =
  'M34 39c3-8 10-10 18-7 8-3 15-1 18 7 3 9-2 17-4 25-2 9-1 21-6 22-5 0-4-17-8-17s-3 17-8 17c-5-1-4-13-6-22-2-8-7-16-4-25z';

/** The tube turns once round the arch. */
export function PanoramicDrawing() {
  return (
    <Drawing>
      <path d={archPath({ width: 50, depth: 42, x: 52, y: 78 })} />
      <path d={archPath({ width: 28, depth: 26, x: 52, y: 78 })} />
      <path
        className="stroke-accent"
        d={archPath({ width: 88, depth: 70, x: 52, y: 82 }, 0.08, 0.92)}
        strokeDasharray="1 6"
      />
      <circle className="fill-accent stroke-none" cx="84.5" cy="45" r="5" />
      <path className="stroke-accent" d="M79 48 30 66" />
    </Drawing>
  );
}

/** A camera no larger than a pen, its light on a tooth. */
export function CameraDrawing() {
  return (
    <Drawing>
      <path d="M12 84c-3-3-3-6 0-9l30-30c2-2 5-2 7 0l2 2c2 2 2 5 0 7L21 84c-3 3-6 3-9 0z" />
      <circle cx="45" cy="51" r="3.5" />
      <path className="stroke-accent" d="M55 44 74 18M58 50l33-8" strokeDasharray="1 6" />
      <path className="stroke-accent" d="M67 27c4-6 12-9 19-6 7 2 11 9 10 17" />
      <path d="M72 33c3-4 8-5 12-3 5 2 6 7 4 11" />
    </Drawing>
  );
}

/** Two arches meet; the joint turns above them. */
export function BiteDrawing() {
  return (
    <Drawing>
      <path d="M14 52h8c4 0 4 8 8 8s4-8 8-8 4 8 8 8 4-8 8-8 4 8 8 8 4-6 7-6" />
      <path d="M18 66c6 14 20 24 38 22 14-2 20-10 22-24l4-26" />
      <path d="M88 36c3-9-2-17-9-17s-12 8-9 16" className="stroke-accent" />
      <circle className="stroke-accent" cx="80" cy="31" r="5" />
      <path className="stroke-accent" d="M93 20a19 19 0 0 1 0 24" strokeDasharray="1 6" />
    </Drawing>
  );
}

/** A beam finds what lies under the enamel. */
export function LaserDrawing() {
  return (
    <Drawing>
      <path d={MOLAR} />
      <path className="stroke-accent" d="M92 12 62 42" />
      <circle className="fill-accent stroke-none" cx="59" cy="45" r="4.5" />
      <path
        className="stroke-accent"
        d="M49 45a10 10 0 0 0 10 10M43 45a16 16 0 0 0 16 16"
        strokeDasharray="1 5"
      />
    </Drawing>
  );
}
