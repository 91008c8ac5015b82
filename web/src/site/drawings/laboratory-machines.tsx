import type { Palette } from './palette.ts';
import { Teeth } from './sheet.tsx';

export const BENCH = 440;

/** A zirconia blank between the jaws of the mill, with half-milled crowns. */
export function Mill({ paper, shade, glass, glow, soft, accent }: Palette) {
  return (
    <>
      <path
        d={`M52 ${BENCH}V196c0-14 8-22 22-22h196c14 0 22 8 22 22v${BENCH - 196}z`}
        fill={paper}
      />
      <rect x="76" y="200" width="192" height="158" rx="12" fill={glass} />
      <ellipse cx="172" cy="300" rx="72" ry="34" fill={shade} />
      <path d="M100 300v12c0 19 32 34 72 34s72-15 72-34v-12" fill={shade} />
      <g stroke={glow}>
        <path d="M128 300c0-8 6-12 12-9 6-3 12 1 12 9s-6 10-12 7c-6 3-12 1-12-7zM192 306c0-8 6-12 12-9 6-3 12 1 12 9s-6 10-12 7c-6 3-12 1-12-7zM164 320c0-7 5-10 10-7 5-3 10 0 10 7" />
      </g>
      <path d="M154 200h36v42c0 6-4 10-10 10h-16c-6 0-10-4-10-10z" fill={paper} />
      <path d="M164 252h16l-4 18h-8z" fill={shade} />
      <path d="M172 270v22" stroke={accent} />
      <path
        d="M158 296c-6-2-12-2-16 2m44-2c6-2 10-2 16-6"
        stroke={accent}
        strokeDasharray="0.1 5"
      />
      <path d="M76 384h64m-64 14h40" stroke={soft} />
      <circle cx="250" cy="392" r="10" />
      <path d="M250 387v5" stroke={accent} />
      <rect x="196" y="384" width="32" height="16" rx="4" fill={glass} />
    </>
  );
}

/** The crown in the design program, with the handles of its curves. */
export function Screen({ paper, shade, glass, glow, soft }: Palette) {
  return (
    <>
      <path d={`M606 344v${BENCH - 344}h28v-${BENCH - 344}`} fill={shade} />
      <rect x="512" y="148" width="236" height="196" rx="12" fill={paper} />
      <rect x="524" y="160" width="212" height="160" rx="5" fill={glass} stroke="none" />
      <g stroke={glow}>
        <path d="M574 268c-10-24-10-52 8-66 12-9 24-2 30 2 8-8 22-8 32-2 10-4 24-2 30 12 8 18 4 38-4 56-22 14-76 14-96-2z" />
        <path
          d="M574 268c24-12 74-12 96 2M582 202c18 14 30 12 30 2m0 0c8 10 22 8 32-2m0 0c8 10 20 12 30 12M572 234c30-10 76-10 106 2"
          strokeOpacity="0.55"
        />
        <path d="M604 276c-2-24 0-48 8-72m26 72c6-24 8-50 6-74" strokeOpacity="0.55" />
        <path d="M548 204h68M548 204h0" />
      </g>
      <g fill={glow} stroke="none">
        <rect x="544" y="200" width="8" height="8" />
        <circle cx="582" cy="204" r="4.5" />
        <rect x="612" y="200" width="8" height="8" />
      </g>
      <path d="M536 304h40m6 0h20m96 0h26M692 172h32m-20 9h20" stroke={soft} />
      <rect x="548" y={BENCH - 12} width="144" height="12" rx="5" fill={paper} />
    </>
  );
}

/** A model on the plate of the desktop scanner, stripes of light across it. */
export function ModelScanner({ paper, shade, glass, glow, accent, soft }: Palette) {
  return (
    <>
      <path
        d={`M330 ${BENCH}V252c0-12 6-18 18-18h128c12 0 18 6 18 18v${BENCH - 252}z`}
        fill={paper}
      />
      <path d="M346 268h132v120H346z" fill={glass} />
      <path d="M396 268h32v12h-32z" fill={shade} />
      <path
        d="m400 280-34 74m58-74 34 74m-52-74-12 74m24-74 12 74"
        stroke={accent}
        strokeDasharray="0.1 6"
      />
      <Teeth
        arch={{ width: 62, depth: 34, x: 412, y: 370 }}
        count={10}
        width={9}
        height={9}
        fill="none"
        stroke={glow}
      />
      <path d="M362 376h100l-8 12h-84z" fill={shade} />
      <path d="M346 406h44m-44 12h26" stroke={soft} />
      <circle cx="466" cy="412" r="8" />
    </>
  );
}

/** Zirconia becomes hard in the furnace. */
export function Furnace({ paper, shade, glass, accent, soft, glow }: Palette) {
  return (
    <>
      <path
        d={`M1052 ${BENCH}V246c0-12 6-18 18-18h148c12 0 18 6 18 18v${BENCH - 246}z`}
        fill={paper}
      />
      <circle cx="1144" cy="314" r="62" fill={shade} />
      <circle cx="1144" cy="314" r="48" fill={glass} />
      <circle cx="1144" cy="314" r="48" fill={accent} fillOpacity="0.16" stroke={accent} />
      <path d="M1112 338h64" stroke={glow} />
      <path
        d="M1122 338c-6-12-2-20 5-18 4-4 8-4 10 0 6-2 8 8 4 18m6 0c-6-12-2-20 5-18 4-4 8-4 10 0 6-2 8 8 4 18"
        stroke={glow}
      />
      <path d="M1206 300v28" />
      <path d="M1072 402h52m-52 12h30" stroke={soft} />
      <rect x="1176" y="394" width="40" height="22" rx="5" fill={glass} />
      <path d="M1184 405h16" stroke={glow} />
    </>
  );
}
