import type { Palette } from './palette.ts';
import { type Source, Teeth } from './sheet.tsx';

const FLOOR = 500;

/** A patient in the unit: only the outline, to emphasize the teeth. */
function Patient({ soft, paper, accent }: Palette) {
  return (
    <>
      <path
        d={`M322 ${FLOOR}V396c0-26 14-38 40-44l22-6v-22h42v22l22 6c26 6 40 18 40 44v${FLOOR - 396}`}
        stroke={soft}
        fill={paper}
      />
      <path
        d="M405 180c34 0 50 24 48 62-2 44-22 90-48 90s-46-46-48-90c-2-38 14-62 48-62z"
        stroke={soft}
        fill={paper}
      />
      <path d="M357 236c-8-2-10 8-8 18s8 14 12 12m92-30c8-2 10 8 8 18s-8 14-12 12" stroke={soft} />
      <Teeth
        arch={{ width: 52, depth: 40, x: 405, y: 312 }}
        count={10}
        width={7}
        height={9}
        fill="none"
        stroke={accent}
        finding={6}
        light={accent}
      />
    </>
  );
}

function Unit(palette: Palette) {
  const { paper, shade, soft, accent, glass } = palette;
  return (
    <>
      <ellipse cx="405" cy="258" rx="196" ry="40" stroke={accent} strokeDasharray="0.1 8" />
      <rect x="128" y={FLOOR - 14} width="180" height="14" rx="7" fill={paper} />
      <rect x="178" y="36" width="56" height={FLOOR - 50} rx="12" fill={paper} />
      <path d={`M206 56V${FLOOR - 34}`} stroke={soft} />
      <Patient {...palette} />
      <path d="M524 246 306 222v62l218-14z" fill={accent} fillOpacity="0.14" stroke="none" />
      <path d="m306 253 52 4m94 2 66 2" stroke={accent} strokeDasharray="0.1 7" />
      <path
        d="M164 96c0-14 8-22 22-22h258c18 0 30 10 30 26s-12 26-30 26H240v76c0 12-8 20-20 20h-36c-12 0-20-8-20-20z"
        fill={paper}
      />
      <path d="M184 150h36m-36 14h36m-36 14h20" stroke={soft} />
      <rect x="378" y="126" width="54" height="18" fill={shade} />
      <path d="M250 172c0-18 8-28 26-28h262c18 0 26 10 26 28v8H250z" fill={paper} />
      <path d="M250 180h64v116c0 12-6 18-18 18h-28c-12 0-18-6-18-18z" fill={paper} />
      <rect x="300" y="228" width="14" height="50" rx="4" fill={glass} />
      <path d="M524 180h40v124c0 10-4 14-14 14h-12c-10 0-14-4-14-14z" fill={paper} />
      <path d="M524 218v78" stroke={accent} />
      <path d="M232 344h98c10 0 14-6 14-14m-112 32h132c12 0 18 8 18 18" />
      <path d="M384 330h42v14c0 8-4 12-12 12h-18c-8 0-12-4-12-12z" fill={shade} />
      <path
        d="M332 330c0-18 12-18 12 0v30m122-30c0-18 12-18 12 0v42c0 8-6 12-14 12h-80"
        stroke={soft}
      />
    </>
  );
}

/** The intraoral scanner: its screen shows what it has scanned. */
function Scanner({ paper, shade, glass, glow, soft }: Palette) {
  return (
    <>
      <path d={`M668 316v${FLOOR - 340}`} />
      <path d={`M614 ${FLOOR - 12}c0-8 20-14 54-14s54 6 54 14z`} fill={paper} />
      <circle cx="624" cy={FLOOR - 6} r="6" fill={paper} />
      <circle cx="712" cy={FLOOR - 6} r="6" fill={paper} />
      <rect x="586" y="172" width="168" height="130" rx="12" fill={paper} />
      <rect x="596" y="182" width="148" height="110" rx="5" fill={glass} stroke="none" />
      <Teeth
        arch={{ width: 78, depth: 70, x: 670, y: 276 }}
        count={12}
        width={10.5}
        height={14}
        fill="none"
        stroke={glow}
        finding={8}
        light={glow}
      />
      <path d="M606 192h20m-20 8h12" stroke={soft} />
      <path d="M650 302h36v18h-36z" fill={shade} />
      <rect x="622" y="356" width="92" height="12" rx="6" fill={paper} />
      <path
        d="M698 356v-12c0-6 4-10 10-10h2c4 0 6-2 7-6l8-36c1-5 12-3 11 2l-9 40c-2 10-8 18-18 22"
        fill={paper}
      />
      <path d="M704 368c2 50 38 44 30 84-4 18-22 26-42 32" stroke={soft} />
    </>
  );
}

export const equipment: Source = {
  width: 800,
  height: 560,
  draw: (palette) => (
    <>
      <Unit {...palette} />
      <Scanner {...palette} />
      <path d={`M24 ${FLOOR}h752`} />
      <path d={`M150 ${FLOOR + 20}h120m160 0h130m40 18h90`} stroke={palette.soft} />
    </>
  ),
};
