import * as texts from '@deqiq/messages/site/academy.js';
import { archPath, teethAlong, toTransform } from '../../ui/page/arch.ts';

const rows = [
  { width: 330, depth: 205, seats: 14 },
  { width: 500, depth: 300, seats: 18 },
  { width: 670, depth: 395, seats: 22 },
  { width: 840, depth: 490, seats: 26 },
] as const;

const TAKEN = { width: 670, seat: 13 };

/** The lecture hall from above: its rows are the arch, its seats the teeth. */
export function Hall() {
  return (
    <div className="bleed-right lightbox overflow-clip md:rounded-l-sheet">
      <svg
        viewBox="0 0 1200 560"
        preserveAspectRatio="xMidYMax slice"
        className="h-[clamp(15rem,38vw,34rem)] w-full fill-none stroke-muted/70"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        role="img"
        aria-label={texts.hallLabel()}
      >
        <path className="stroke-line" d={archPath({ width: 980, depth: 590, x: 600, y: 600 })} />
        <path
          className="fill-accent/10 stroke-none"
          d="M520 540 262 236Q600 -40 938 236L680 540z"
        />
        {rows.map(({ seats, ...arch }) =>
          teethAlong({ ...arch, x: 600, y: 560 }, seats).map((seat, index) => (
            <rect
              key={`${arch.width} ${seat.angle}`}
              x="-15"
              y="-13"
              width="30"
              height="26"
              rx="9"
              transform={toTransform({ ...seat, size: 0.95 })}
              className={
                arch.width === TAKEN.width && index === TAKEN.seat
                  ? 'fill-accent stroke-none'
                  : 'fill-ground'
              }
            />
          )),
        )}
        <path className="stroke-accent" strokeWidth="4" d="M510 540h180" />
        <path d="M560 500h22l4 18h-30z" />
      </svg>
    </div>
  );
}
