import { archPath } from '../../ui/page/arch.ts';
import type { Palette } from './palette.ts';
import { type Source, Teeth } from './sheet.tsx';

export const FLOOR = 478;

/** The niche behind the desk is the arch; the sign in it the mark. */
export function Desk({ ink, accent, soft, paper, shade, cloth }: Palette) {
  return (
    <>
      <path
        d={`${archPath({ width: 372, depth: 392, x: 268, y: FLOOR }, 0.02, 0.98)}Z`}
        fill={paper}
      />
      <path d={archPath({ width: 424, depth: 436, x: 268, y: FLOOR }, 0.03, 0.97)} stroke={soft} />
      <Teeth
        arch={{ width: 92, depth: 80, x: 268, y: 226 }}
        count={10}
        width={14}
        height={18}
        fill={ink}
        stroke="none"
        finding={6}
        light={accent}
      />
      <g>
        <path d="M206 372c0-40 14-58 40-62h20c26 4 40 22 40 62" fill={paper} />
        <path d="m246 310 10 18 10-18" />
        <path d="M242 312v-12h28v12" fill={paper} />
        <ellipse cx="256" cy="280" rx="20" ry="24" fill={paper} />
        <path
          d="M235 284c-5-30 10-42 26-39 16 2 21 18 16 40-2-12-8-19-16-22-8 6-18 8-24 9-2 4-2 8-2 12z"
          fill={cloth}
          stroke={cloth}
        />
      </g>
      <rect x="132" y="364" width="276" height={FLOOR - 364} rx="10" fill={paper} />
      <path
        d={Array.from({ length: 19 }, (_, i) => `M${144 + i * 14} 384V${FLOOR - 8}`).join('')}
        stroke={soft}
      />
      <rect x="120" y="352" width="300" height="16" rx="8" fill={paper} />
      <path d="M136 374h268" stroke={accent} />
      <rect x="326" y="300" width="66" height="42" rx="5" fill={shade} />
      <path d="M359 342v10m-16 0h32" />
      <path d="M164 352v-18h12v18m-6-18c-8-8-8-20-2-26 7 8 8 17 2 26zm2-4c3-9 10-13 17-13-1 9-8 14-17 13z" />
    </>
  );
}

/** Bakı through the window: towers like flames, the sea behind. */
export function Window({ soft, paper }: Palette) {
  return (
    <>
      <rect x="518" y="84" width="232" height="232" rx="10" fill={paper} />
      <g stroke={soft}>
        <path d="M532 262h204M548 272h60m22 6h70m-40-10h30" />
        <path d="M532 262v-22h18v-14h16v36m6 0v-26h12v26" />
        <path d="M596 262c-4-38 4-74 22-100 8 34 10 66 4 100z" />
        <path d="M632 262c-6-30 0-58 18-80 14 24 14 54 6 80z" />
        <path d="M664 262c-2-24 4-44 20-62 10 22 8 44 2 62z" />
        <path d="M700 262v-30h10v-52m0 52h10v30m-10-82v-18" />
      </g>
      <path d="M634 84v232M518 292h232" />
      <path d="M510 316h248" />
    </>
  );
}

export function Chair({ x, fill }: { x: number; fill: string }) {
  return (
    <g transform={`translate(${x} 378)`}>
      <path d="M10 84v16m72-16v16" />
      <path d="M14 60V22C14 8 22 0 34 0h24c12 0 20 8 20 22v38" fill={fill} />
      <path
        d="M2 44c0-8 14-8 14 0v16h60V44c0-8 14-8 14 0v34c0 6-4 8-8 8H10c-4 0-8-2-8-8z"
        fill={fill}
      />
      <path d="M16 60c10-5 50-5 60 0" />
    </g>
  );
}

export function Table() {
  return (
    <>
      <path d="M604 424h32m-16 0v54m-10 0h20" />
      <path d="M613 424v-9h13v9m0-7c6 0 6 5 0 5" />
    </>
  );
}

const leaves = [-58, -36, -14, 10, 32, 56];

export function Plant({ paper, shade }: Palette) {
  return (
    <g>
      {leaves.map((rotation, index) => (
        <path
          key={rotation}
          d={`M0 0c-14-26-14-58 0-${index % 2 ? 96 : 118}c14 ${index % 2 ? 38 : 60} 14 70 0 ${index % 2 ? 96 : 118}m0-14v-${index % 2 ? 56 : 76}`}
          transform={`translate(754 424)rotate(${rotation})`}
          fill={shade}
        />
      ))}
      <path d={`M730 424h48l-6 ${FLOOR - 424}h-36z`} fill={paper} />
    </g>
  );
}

export function Lamps({ paper, accent }: Palette) {
  return [176, 360].map((x) => (
    <g key={x}>
      <path d={`M${x} 0v${x === 176 ? 104 : 72}`} />
      <g transform={`translate(${x} ${x === 176 ? 132 : 100})`}>
        <path d={`${archPath({ width: 64, depth: 30, x: 0, y: 0 })}Z`} fill={paper} />
        <path d="M-18 10h36M-9 19H9" stroke={accent} />
      </g>
    </g>
  ));
}

export const reception: Source = {
  width: 800,
  height: 560,
  draw: (palette) => (
    <>
      <Window {...palette} />
      <Plant {...palette} />
      <Desk {...palette} />
      <Lamps {...palette} />
      <Chair x={506} fill={palette.paper} />
      <Chair x={640} fill={palette.paper} />
      <Table />
      <path d={`M24 ${FLOOR}h752`} />
      <path d={`M84 ${FLOOR + 22}h180m40 0h36m120 22h200m24 0h30`} stroke={palette.soft} />
    </>
  ),
};
