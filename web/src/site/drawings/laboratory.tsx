import { archPath } from '../../ui/page/arch.ts';
import { BENCH, Furnace, Mill, ModelScanner, Screen } from './laboratory-machines.tsx';
import type { Palette } from './palette.ts';
import { type Source, Teeth } from './sheet.tsx';

/** The articulator moves two casts as the jaw would. */
function Articulator({ paper, shade, accent, ink }: Palette) {
  return (
    <>
      <path d={`M330 ${BENCH}c0-10 6-16 14-16h132c8 0 14 6 14 16z`} fill={paper} />
      <path d={`M456 ${BENCH - 16}V300h18v${BENCH - 316}`} fill={paper} />
      <path
        d="M346 286c0-8 6-12 14-12h104c16 0 26 12 26 26 0 8-6 14-14 14-12 0-12-14-22-14H360c-8 0-14-6-14-14z"
        fill={paper}
      />
      <circle cx="476" cy="300" r="6" fill={accent} stroke="none" />
      <path d={`M344 300v${BENCH - 332}m-6 0h12`} />
      <path d="M366 300h72l-4 30c-10 6-54 6-64 0z" fill={shade} />
      <path d={`M366 ${BENCH - 16}h72l-4-34c-10-6-54-6-64 0z`} fill={shade} />
      <path
        d={[371, 382, 392, 403, 413, 424]
          .map((x) => `M${x} 332v18c0 6 9 6 9 0v-18M${x} 390v-22c0-6 9-6 9 0v22`)
          .join('')}
        stroke={ink}
        fill={paper}
      />
      <path d="M346 359h-10m112 0h-8" stroke={accent} />
    </>
  );
}

function Shelf({ paper, soft, shade }: Palette) {
  return (
    <>
      <path d="M326 150h148" />
      <path d="M336 150v-34h28v34m6 0v-46h22v46" stroke={soft} />
      <Teeth
        arch={{ width: 48, depth: 40, x: 438, y: 142 }}
        count={10}
        width={7}
        height={9}
        fill={paper}
        stroke={soft}
      />
      <path d="M340 126h20m14-8h14" stroke={shade} />
    </>
  );
}

function Lamp({ x, paper, accent }: Palette & { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M0 52v44" />
      <path d={`${archPath({ width: 60, depth: 24, x: 0, y: 120 })}Z`} fill={paper} />
      <path d="M-18 130h36M-9 139H9" stroke={accent} />
    </g>
  );
}

/** Work passes from left to right: cut, scanned, tried, designed, fired. */
export const laboratory: Source = {
  width: 1320,
  height: 496,
  draw: (palette) => (
    <g transform="translate(0 -52)">
      <g transform="translate(232 -8)">
        <Shelf {...palette} />
      </g>
      <Lamp x={216} {...palette} />
      <Lamp x={880} {...palette} />
      <g transform="translate(28 0)">
        <Mill {...palette} />
      </g>
      <g transform="translate(12 0)">
        <ModelScanner {...palette} />
      </g>
      <g transform="translate(228 0)">
        <Articulator {...palette} />
      </g>
      <g transform="translate(250 0)">
        <Screen {...palette} />
      </g>
      <Furnace {...palette} />
      <path d={`M24 ${BENCH}h1272v18H24z`} fill={palette.paper} />
      <path
        d={`M64 ${BENCH + 18}v90m1192-90v90M360 ${BENCH + 18}v56h240v-56m-140 24h40m220-24v56h240v-56m-140 24h40`}
        stroke={palette.soft}
      />
    </g>
  ),
};
