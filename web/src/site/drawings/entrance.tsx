import type { Palette } from './palette.ts';
import { Panoramic } from './reading.tsx';
import { Chair, Desk, FLOOR, Lamps, Plant, Table, Window } from './reception.tsx';
import type { Source } from './sheet.tsx';

/** A film on the wall, a coat, and seats. */
function Wall({ palette }: { palette: Palette }) {
  const { paper, glass, soft, shade } = palette;
  return (
    <>
      <rect x="64" y="112" width="292" height="140" rx="10" fill={paper} />
      <rect x="72" y="120" width="276" height="124" rx="5" fill={glass} stroke="none" />
      <g transform="translate(26 108)scale(.45)">
        <Panoramic {...palette} soft="#3d5569" />
      </g>
      <path
        d="M92 424h228c8 0 12 4 12 11s-4 11-12 11H92c-8 0-12-4-12-11s4-11 12-11z"
        fill={paper}
      />
      <path d={`M106 446v${FLOOR - 446}m200-${FLOOR - 446}v${FLOOR - 446}`} />
      <path d="M96 424c-4-36 4-46 22-46h30c14 0 18 10 18 24v22" fill={shade} />
      <path d="M112 396c14-4 28-4 40 2" stroke={soft} />
      <path d="M252 424v-10h54v10m-48-10v-8h46v8m-42-8v-7h36v7" fill={paper} />
    </>
  );
}

/** The reception with the whole room round it. */
export const entrance: Source = {
  width: 1320,
  height: 548,
  draw: (palette) => (
    <>
      <Wall palette={palette} />
      <g transform="translate(330 0)">
        <Desk {...palette} />
        <Lamps {...palette} />
      </g>
      <g transform="translate(430 0)">
        <Window {...palette} />
        <Plant {...palette} />
        <Chair x={506} fill={palette.paper} />
        <Chair x={640} fill={palette.paper} />
        <Table />
      </g>
      <path d={`M24 ${FLOOR}h1272`} />
      <path
        d={`M84 ${FLOOR + 22}h180m40 0h36m220 22h200m24 0h30m240-20h220`}
        stroke={palette.soft}
      />
    </>
  ),
};
