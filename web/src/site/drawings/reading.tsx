import type { Palette } from './palette.ts';
import type { Source } from './sheet.tsx';

const TEETH = 14;

/** A panoramic in lines: two rows of teeth along a smile, the jaw round them. */
export function Panoramic({ glow, soft }: Palette) {
  return (
    <>
      <path
        d="M196 84c4-16 26-16 30 0 4 12-2 22-2 36 2 62 42 104 92 128 52 24 136 24 188 0 50-24 90-66 92-128 0-14-6-24-2-36 4-16 26-16 30 0 3 18-8 30-8 50-4 82-62 130-112 150-62 20-146 20-208 0-50-20-108-68-112-150 0-20-11-32-8-50z"
        stroke={soft}
        transform="translate(0 -22)"
      />
      {Array.from({ length: TEETH }, (_, index) => {
        const at = index - (TEETH - 1) / 2;
        const x = 410 + at * 21;
        const y = 158 - at * at * 0.62;
        const isMolar = Math.abs(at) > 4;
        const wide = isMolar ? 8.5 : 6.4;
        const root = isMolar ? 24 : 32;
        const tooth = (down: 1 | -1) =>
          `M${x - wide} ${y + down * 3}v${down * 15}L${x - wide * 0.3} ${y + down * (18 + root)}h${wide * 0.6}L${x + wide} ${y + down * 18}v${down * -15}c0-${down * 3}-${wide * 2}-${down * 3}-${wide * 2} 0z`;
        const isFound = index === 9;
        return (
          <g key={at} stroke={isFound ? glow : '#8fa3b0'}>
            <path d={tooth(-1)} />
            <path d={tooth(1)} {...(isFound && { fill: glow, fillOpacity: 0.35 })} />
          </g>
        );
      })}
      <path d="M462 108v34m0 78v24M420 182h22m40 0h24" stroke={glow} />
    </>
  );
}

/** From behind, one pointing at the finding. */
function PointingDoctor({ paper, shade, cloth, accent, soft }: Palette) {
  return (
    <>
      <path
        d="M150 560c0-84 8-124 62-140l36-12h44l34 10c20 6 34 4 46-10l56-72c8-12 28 0 22 14l-52 100c-10 20-22 30-42 36l-6 74"
        fill={paper}
      />
      <path
        d="m450 350 12-20c2-8 6-14 10-26 2-6 10-4 9 2l-4 16c10-2 12 10 6 18l-14 24"
        fill={paper}
      />
      <path d="M472 304 486 258" stroke={accent} />
      <path d="M248 408c0 14 44 14 44 0v-22h-44z" fill={shade} />
      <path d="M232 416c16 20 60 20 76 0M270 432v128m-74-64 8 64m146-66 2 66" stroke={soft} />
      <path
        d="M232 366c-8-44 10-66 40-66s46 22 38 66c-4 20-20 34-38 34s-36-14-40-34z"
        fill={cloth}
        stroke={cloth}
      />
      <path d="M231 352c-6 0-8 6-6 14s6 10 10 8m76-22c6 0 8 6 6 14s-6 10-10 8" fill={paper} />
    </>
  );
}

function ListeningDoctor({ paper, shade, cloth, soft }: Palette) {
  return (
    <>
      <path d="M504 560c-2-76 6-112 56-128l30-10h40l30 10c50 16 58 52 56 128" fill={paper} />
      <path d="M590 422c0 12 40 12 40 0v-20h-40z" fill={shade} />
      <path d="M576 428c14 18 54 18 68 0M610 444v116m-64-52 6 52m122-52-6 52" stroke={soft} />
      <path
        d="M572 376c-6-42 10-60 38-60s44 18 38 60c-4 22-16 36-38 36s-34-14-38-36z"
        fill={cloth}
        stroke={cloth}
      />
      <path d="M594 322c-12-22-2-34 16-34s28 12 16 34" fill={cloth} stroke={cloth} />
      <path d="M592 326c10 6 26 6 36 0" stroke={soft} />
    </>
  );
}

export const reading: Source = {
  width: 800,
  height: 560,
  draw: (palette) => (
    <>
      <rect x="96" y="28" width="628" height="272" rx="14" fill={palette.paper} />
      <rect x="108" y="40" width="604" height="248" rx="6" fill={palette.glass} stroke="none" />
      <Panoramic {...palette} soft="#3d5569" />
      <g stroke="#5f7687">
        <path d="M124 58h44m-44 10h28m504-10h40m-24 10h24" />
        <path d="M124 270h60m452 0h60" />
      </g>
      <PointingDoctor {...palette} />
      <ListeningDoctor {...palette} />
    </>
  ),
};
