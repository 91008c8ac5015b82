import { lettering } from './lettering.ts';
import { type Drawing, ink, path, rect, row } from './svg.ts';

export interface ClinicStyle {
  name: string;
  kind: 'street' | 'stone' | 'surgery' | 'reception' | 'tower';
  /** Colours of the walls, the sign, and the sky or the wall behind. */
  wall: string;
  sign: string;
  ground: string;
  /** After sunset: the windows are lit. */
  evening?: boolean;
}

const WIDTH = 1600;
const HEIGHT = 1200;
const PAVEMENT = 1010;

const kinds = { street, stone, surgery, reception, tower };

/** A partner clinic, from the street or from inside. */
export function clinicDrawing(style: ClinicStyle): Drawing {
  const background = rect(0, 0, WIDTH, HEIGHT, `fill="${style.ground}" stroke="none"`);
  return { width: WIDTH, height: HEIGHT, body: background + kinds[style.kind](style) };
}

const glass = (style: ClinicStyle) => (style.evening ? ink.lamp : '#e3f0f2');

function tree(x: number, size: number): string {
  const at = (d: string, rest: string) =>
    path(d, `transform="translate(${x} ${PAVEMENT}) scale(${size})" ${rest}`);
  return (
    at('M-8 0V-300h16V0z', `fill="${ink.stoneShade}"`) +
    at(
      'M0-560c92 0 128 70 112 128 60 40 50 150-30 164-20 40-140 40-164 0-80-14-90-124-30-164-16-58 20-128 112-128z',
      `fill="${ink.leaf}"`,
    ) +
    at('M-40-340c20 10 34 34 36 70m44-150c-20 30-34 60-36 100', 'fill="none"')
  );
}

const pavement = ({ evening }: ClinicStyle) =>
  rect(-10, PAVEMENT, WIDTH + 20, 220, `fill="${evening ? '#33485a' : ink.mist}"`) +
  path(`M0 ${PAVEMENT + 54}H${WIDTH}`, `stroke="${ink.soft}"`) +
  row(9, (i) =>
    path(`M${i * 210 - 40} ${PAVEMENT + 54}l-40 150`, `stroke="${ink.soft}" stroke-width="3"`),
  );

function pot(x: number): string {
  return (
    row(5, (i) =>
      path(
        'M0 0c-22-50-22-110 0-170 22 60 22 120 0 170z',
        `transform="translate(${x} ${PAVEMENT - 92}) rotate(${i * 26 - 52})" fill="${ink.leaf}"`,
      ),
    ) + path(`M${x - 52} ${PAVEMENT - 96}h104l-14 96h-76z`, `fill="${ink.paper}"`)
  );
}

/** The part of the rooms that is visible through the glass. */
function throughGlass(x: number, width: number): string {
  const lamp = (at: number, drop: number) =>
    path(`M${at} 640v${drop}`) +
    path(`M${at - 44} ${676 + drop}c0-48 88-48 88 0z`, `fill="${ink.paper}"`);
  return (
    lamp(x + width * 0.3, 40) +
    lamp(x + width * 0.68, 84) +
    path(
      `M${x + 40} ${PAVEMENT - 40}V880h${width * 0.42}v${PAVEMENT - 920}`,
      `fill="${ink.paper}"`,
    ) +
    path(`M${x + 24} 880h${width * 0.42 + 32}`, 'stroke-width="10"') +
    path(
      `M${x + width * 0.66} ${PAVEMENT - 40}v-70c0-40 ${width * 0.22}-40 ${width * 0.22} 0v70`,
      `fill="${ink.shade}"`,
    )
  );
}

function street(style: ClinicStyle): string {
  const { name, wall, sign } = style;
  return (
    rect(110, 90, 1380, PAVEMENT - 90, `fill="${wall}"`) +
    path('M80 90h1440M80 122h1440', 'stroke-width="6"') +
    row(5, (i) => {
      const x = 190 + i * 256;
      return (
        rect(x, 190, 176, 220, `fill="${glass(style)}"`) +
        path(`M${x + 88} 190v220M${x} 290h176M${x - 16} 420h208`)
      );
    }) +
    rect(110, 480, 1380, 118, `fill="${sign}"`) +
    lettering(name, {
      x: 800,
      y: 560,
      size: 68,
      fill: ink.paper,
      align: 'middle',
      maxWidth: 1240,
    }) +
    rect(170, 640, 500, PAVEMENT - 680, `fill="${glass(style)}"`) +
    throughGlass(170, 500) +
    rect(930, 640, 500, PAVEMENT - 680, `fill="${glass(style)}"`) +
    throughGlass(930, 500) +
    path(`M420 640v330M1180 640v330`) +
    rect(710, 640, 180, PAVEMENT - 640, `fill="${sign}"`) +
    rect(732, 664, 136, PAVEMENT - 710, `fill="${glass(style)}"`) +
    path('M848 800v90', 'stroke-width="9"') +
    pavement(style) +
    rect(680, PAVEMENT - 14, 240, 28, `fill="${ink.paper}"`) +
    tree(60, 1.05) +
    pot(1540)
  );
}

function arch(x: number, width: number, top: number, fill: string): string {
  const half = width / 2;
  return (
    path(
      `M${x - 34} ${PAVEMENT}V${top + half}a${half + 34} ${half + 34} 0 0 1 ${width + 68} 0V${PAVEMENT}z`,
      `fill="${ink.stoneShade}"`,
    ) +
    path(
      `M${x} ${PAVEMENT}V${top + half}a${half} ${half} 0 0 1 ${width} 0V${PAVEMENT}z`,
      `fill="${fill}"`,
    ) +
    path(`M${x + half - 26} ${top - 40}h52l-10 60h-32z`, `fill="${ink.stone}"`)
  );
}

function lattice(x: number, y: number, width: number, height: number): string {
  return (
    rect(x, y, width, height, `fill="${ink.paper}"`) +
    row(Math.floor(width / 44), (i) =>
      path(
        `M${x + 22 + i * 44} ${y}l-22 ${height / 2} 22 ${height / 2} 22-${height / 2}z`,
        'stroke-width="3"',
      ),
    )
  );
}

/** A house of Bakı limestone with arches and a carved balcony. */
function stone(style: ClinicStyle): string {
  const { name, wall, sign } = style;
  const courses = row(9, (i) => path(`M110 ${210 + i * 88}h1380`, `stroke="${ink.stoneShade}"`));
  const window = (x: number) =>
    arch(x, 260, 640, glass(style)) + path(`M${x + 130} 640V${PAVEMENT}M${x} 820h260`);
  return (
    rect(110, 70, 1380, PAVEMENT - 70, `fill="${wall}"`) +
    courses +
    path('M70 70h1460l-30 46H100z', `fill="${ink.stone}"`) +
    row(14, (i) => rect(140 + i * 97, 116, 58, 34, `fill="${ink.stone}" stroke-width="3"`)) +
    rect(210, 210, 190, 260, `fill="${glass(style)}"`) +
    rect(1200, 210, 190, 260, `fill="${glass(style)}"`) +
    path('M305 210v260M1295 210v260M190 486h230m760 0h230') +
    rect(560, 190, 480, 210, `fill="${glass(style)}"`) +
    path('M720 190v210m160-210v210') +
    lattice(530, 360, 540, 110) +
    path('M500 470h600l-30 40H530z', `fill="${ink.stone}"`) +
    window(190) +
    arch(640, 320, 660, sign) +
    path(
      `M800 670V${PAVEMENT}M676 ${PAVEMENT}V830h92v180m64 0V830h92v180`,
      `stroke="${ink.paper}"`,
    ) +
    window(1150) +
    rect(550, 530, 500, 72, `rx="8" fill="${sign}"`) +
    lettering(name, { x: 800, y: 580, size: 42, fill: ink.paper, align: 'middle', maxWidth: 440 }) +
    pavement(style) +
    pot(536) +
    pot(1064)
  );
}

/** The towers of the city outside a window. */
function skyline(x: number, y: number, evening = false): string {
  const at = `transform="translate(${x} ${y})" stroke="${evening ? ink.glow : ink.soft}" stroke-width="3.5"`;
  return path(
    'M0 0h420M40 0v-54h40v-34h36v88m16 0v-66h30v66M196 0c-10-96 10-186 54-250 20 84 24 166 10 250M286 0c-14-76 0-146 44-200 34 60 34 136 14 200M366 0v-80h26v-60m0 60h26v80',
    at,
  );
}

function surgery(style: ClinicStyle): string {
  const { wall, sign, evening = false } = style;
  return (
    rect(0, 0, WIDTH, 960, `fill="${wall}" stroke="none"`) +
    rect(-10, 960, WIDTH + 20, 250, `fill="${ink.mist}"`) +
    rect(120, 130, 560, 430, `rx="10" fill="${evening ? ink.night : ink.paper}"`) +
    skyline(190, 510, evening) +
    path('M400 130v430M90 560h620') +
    rect(1050, 160, 400, 250, `rx="14" fill="${ink.night}"`) +
    path('M1090 350c40-90 70-130 160-130s120 40 160 130', `stroke="${ink.glow}"`) +
    row(9, (i) =>
      rect(
        1126 + i * 28,
        262 + Math.abs(i - 4) ** 2 * 2.4,
        20,
        44,
        `rx="8" stroke="${ink.glow}" stroke-width="3.5"`,
      ),
    ) +
    rect(1000, 640, 500, 320, `rx="10" fill="${ink.paper}"`) +
    path(
      'M1000 740h500m-500 110h500M1250 640v320M1100 690h60m180 0h60m-300 110h60m180 0h60m-300 110h60m180 0h60',
    ) +
    path('M980 640h540', 'stroke-width="12"') +
    path('M1120 640v-60h50v60m40 0v-90h36v90m60 0c0-60 90-60 90 0', `fill="${ink.shade}"`) +
    path('M300 960h420l-40-60H340z', `fill="${ink.paper}"`) +
    path('M460 900V800h90v100', `fill="${ink.shade}"`) +
    path(
      'M196 606c-20-64 46-104 90-52l120 168h250c70 0 150 24 196 60 34 28 10 62-28 54-150-30-300-24-436-24-46 0-76-18-98-54z',
      `fill="${sign}"`,
    ) +
    path('M214 590c-26-60 20-110 66-80 30 20 20 62-8 84z', `fill="${ink.paper}"`) +
    path('M420 722c40-60 110-70 150-40', 'stroke-width="12"') +
    path('M800 40v120l-170 110', 'stroke-width="12"') +
    path('M520 250c30-50 120-60 160-10l-30 70c-40 10-90 0-110-20z', `fill="${ink.paper}"`) +
    path('m570 320-50 170m110-160 30 150', `stroke="${ink.accent}" stroke-dasharray="1 18"`) +
    path('M840 960v-60h90v60m-45-60V790', 'stroke-width="8"') +
    path('M810 760c0-26 150-26 150 0v30H810z', `fill="${ink.paper}"`)
  );
}

function reception(style: ClinicStyle): string {
  const { name, wall, sign, evening = false } = style;
  const chair = (x: number) =>
    path(
      `M${x} 960v-60m200 60v-60M${x + 10} 820v-70c0-50 24-70 60-70h60c36 0 60 20 60 70v70`,
      `fill="${ink.paper}"`,
    ) +
    path(
      `M${x - 20} 900v-80c0-26 40-26 40 0v30h160v-30c0-26 40-26 40 0v80z`,
      `fill="${ink.paper}"`,
    );
  const lamp = (x: number, drop: number) =>
    path(`M${x} 0v${drop}`) +
    path(`M${x - 70} ${drop + 70}c0-92 140-92 140 0z`, `fill="${ink.lamp}"`);
  return (
    rect(0, 0, WIDTH, 960, `fill="${wall}" stroke="none"`) +
    rect(-10, 960, WIDTH + 20, 250, `fill="${ink.mist}"`) +
    rect(130, 200, 800, 420, `rx="16" fill="${sign}"`) +
    lettering(name, { x: 530, y: 440, size: 84, fill: ink.paper, align: 'middle', maxWidth: 700 }) +
    path('M430 500h200', `stroke="${ink.paper}" stroke-width="6"`) +
    lamp(280, 60) +
    lamp(530, 110) +
    lamp(780, 60) +
    path('M140 960V740h780v220z', `fill="${ink.paper}"`) +
    row(18, (i) => path(`M${176 + i * 42} 780v160`, `stroke="${ink.soft}" stroke-width="3.5"`)) +
    rect(110, 700, 840, 44, `rx="20" fill="${ink.paper}"`) +
    path('M640 700v-30m-60 30h120M560 570h160v100H560z', `fill="${ink.shade}"`) +
    path(
      'M250 700v-60h40v60m-20-60c-40-40-40-90-6-120 34 34 40 80 6 120zm6-16c10-50 50-76 84-76 0 46-40 76-84 76z',
      `fill="${ink.leaf}"`,
    ) +
    rect(1040, 150, 440, 420, `rx="10" fill="${evening ? ink.night : ink.paper}"`) +
    skyline(1052, 520, evening) +
    path('M1260 150v420M1010 570h500') +
    chair(1060) +
    chair(1320) +
    path('M1284 960v-120m-50 0h100')
  );
}

function tower(style: ClinicStyle): string {
  const { name, wall, sign } = style;
  const floors = row(5, (floor) =>
    row(6, (i) =>
      rect(
        420 + i * 128,
        96 + floor * 118,
        104,
        88,
        `fill="${(floor * 7 + i * 5) % 4 ? glass(style) : ink.paper}"`,
      ),
    ),
  );
  const side = row(5, (floor) =>
    path(
      `M230 ${176 + floor * 112}l140-${40 - floor * 4}v88l-140 ${34 - floor * 4}z`,
      `fill="${glass(style)}"`,
    ),
  );
  return (
    path(`M180 ${PAVEMENT}V120L396 50V${PAVEMENT}z`, `fill="${ink.shade}"`) +
    side +
    rect(396, 50, 800, PAVEMENT - 50, `fill="${wall}"`) +
    floors +
    rect(1196, 420, 320, PAVEMENT - 420, `fill="${ink.paper}"`) +
    row(4, (i) =>
      rect(1234 + (i % 2) * 136, 470 + Math.floor(i / 2) * 140, 104, 92, `fill="${glass(style)}"`),
    ) +
    rect(376, 690, 840, 110, `rx="10" fill="${sign}"`) +
    lettering(name, { x: 796, y: 764, size: 60, fill: ink.paper, align: 'middle', maxWidth: 760 }) +
    rect(430, 820, 300, PAVEMENT - 820, `fill="${glass(style)}"`) +
    rect(870, 820, 300, PAVEMENT - 820, `fill="${glass(style)}"`) +
    path(`M530 820v190m100-190v190M970 820v190m100-190v190`) +
    rect(740, 820, 120, PAVEMENT - 820, `fill="${ink.night}"`) +
    path(`M800 830v170m-14-100v40m28-40v40`, `stroke="${ink.glow}"`) +
    rect(1240, 760, 230, PAVEMENT - 760, `fill="${glass(style)}"`) +
    pavement(style) +
    tree(110, 0.8) +
    tree(1500, 0.92)
  );
}
