import type { Palette } from './palette.ts';
import { InCoat, Listener } from './people.tsx';
import { Panoramic } from './reading.tsx';
import { type Source, Teeth } from './sheet.tsx';

const WIDTH = 560;
const HEIGHT = 380;

/** A course: the film on the wall, a lecturer and three listeners. */
export const course: Source = {
  width: WIDTH,
  height: HEIGHT,
  draw: (palette) => (
    <>
      <rect x="196" y="24" width="332" height="198" rx="12" fill={palette.paper} />
      <rect x="206" y="34" width="312" height="178" rx="5" fill={palette.glass} stroke="none" />
      <g transform="translate(140 30)scale(.54)">
        <Panoramic {...palette} soft="#3d5569" />
      </g>
      <InCoat {...palette} x={104} y={330} />
      <path
        d="M150 268c14-2 26-10 36-22l26-32c8-10 24 0 18 12l-26 54c-6 12-14 20-26 26"
        fill={palette.paper}
      />
      <path d="m212 214 8-16c2-6 8-4 8 2l4 14c2 8-2 12-6 14" fill={palette.paper} />
      <path d="m226 204 50-76" stroke={palette.accent} />
      <path d="M24 330h150" />
      <Listener {...palette} x={232} y={HEIGHT} />
      <Listener {...palette} x={366} y={HEIGHT} bun />
      <Listener {...palette} x={498} y={HEIGHT} />
    </>
  ),
};

function Books({ paper, shade, accent, soft, cloth }: Palette) {
  return (
    <>
      <path d="M52 300h150v-30H52zM64 270h132v-26H64zM46 244h140v-34H46z" fill={paper} />
      <path
        d="M52 300h18v-30H52zM178 270h18v-26h-18zM46 244h20v-34H46z"
        fill={accent}
        stroke="none"
      />
      <path d="M84 285h70m-76-28h62m-56-30h60" stroke={soft} />
      <path d="m96 210 16-120h30l-14 120zM134 210l28-112 26 6-28 106z" fill={shade} />
      <path d="m112 90 30 0-3 22h-30z" fill={cloth} stroke="none" />
    </>
  );
}

/** A film that explains: three cuts, and the sign that it can be played. */
function Player({ paper, shade, glass, glow, soft }: Palette) {
  return (
    <>
      <path d="M236 300h232l-22-14H258z" fill={paper} />
      <rect x="256" y="128" width="192" height="158" rx="12" fill={paper} />
      <rect x="266" y="138" width="172" height="138" rx="5" fill={glass} stroke="none" />
      <Teeth
        arch={{ width: 96, depth: 84, x: 352, y: 246 }}
        count={12}
        width={12}
        height={16}
        fill="none"
        stroke="#5f7687"
      />
      <circle cx="352" cy="204" r="24" fill={glow} stroke="none" />
      <path d="m345 192 19 12-19 12z" fill={glass} stroke="none" />
      <path d="M278 264h148" stroke="#3d5569" />
      <path d="M278 264h58" stroke={glow} />
      <path d="M320 300h64" stroke={shade} />
      <path d="M470 300v-16m14 16v-16" stroke={soft} />
    </>
  );
}

/** Course materials: books, films, a model to practise on. */
export const materials: Source = {
  width: WIDTH,
  height: HEIGHT,
  draw: (palette) => (
    <>
      <Books {...palette} />
      <Player {...palette} />
      <path d="M472 300c0-12 6-18 16-18h34c10 0 16 6 16 18z" fill={palette.shade} />
      <Teeth
        arch={{ width: 58, depth: 60, x: 505, y: 276 }}
        count={10}
        width={10}
        height={13}
        fill={palette.paper}
        finding={6}
        light={palette.accent}
      />
      <path d="M24 300h512v16H24z" fill={palette.paper} />
      <path d="M70 316v64m420-64v64" stroke={palette.soft} />
    </>
  ),
};

/** The day after: a dentist with a certificate, and an employer. */
export const graduates: Source = {
  width: WIDTH,
  height: HEIGHT,
  draw: (palette) => (
    <>
      <rect x="36" y="40" width="132" height="96" rx="6" fill={palette.paper} />
      <path d="M58 66h60m-60 18h88m-88 16h64" stroke={palette.soft} />
      <circle cx="142" cy="112" r="9" fill={palette.accent} stroke="none" />
      <path d="M392 34h130v150H392zm65 0v150" fill={palette.paper} />
      <path
        d="M404 150h106m-88 0v-34h18v34m10 0c-4-30 2-58 14-76 10 22 8 52 4 76m12 0c-2-24 2-42 12-56 8 18 6 40 2 56"
        stroke={palette.soft}
      />
      <InCoat {...palette} x={190} y={HEIGHT} />
      <InCoat {...palette} x={392} y={HEIGHT} long />
      <g transform="rotate(-7 290 320)">
        <rect x="240" y="286" width="104" height="72" rx="5" fill={palette.paper} />
        <path d="M258 306h50m-50 14h68m-68 13h40" stroke={palette.accent} />
        <circle cx="326" cy="342" r="7" fill={palette.accent} stroke="none" />
      </g>
      <path
        d="M240 322c-10-5-22 3-20 14s16 15 26 9m102-34c10-5 22 2 21 13s-14 16-24 10"
        fill={palette.paper}
      />
    </>
  ),
};
