import { type Drawing, ink, path, rect } from './svg.ts';

export interface PortraitStyle {
  ground: string;
  skin: string;
  /** The hair, or the scarf over it. */
  hair: string;
  brows?: string;
  /** The clothes below the white coat, or instead of it. */
  cloth: string;
  cut: keyof typeof cuts;
  coat: 'coat' | 'scrubs';
  glasses?: boolean;
  beard?: 'full' | 'moustache';
  earrings?: boolean;
}

const SIZE = 1200;

/** A doctor from the front, head and chest. */
export function portraitDrawing(style: PortraitStyle): Drawing {
  const { behind, before } = cuts[style.cut](style.hair);
  const body = [
    rect(0, 0, SIZE, SIZE, `fill="${style.ground}" stroke="none"`),
    '<g transform="translate(-96 -70) scale(1.16)">',
    behind,
    shoulders(style),
    head(style.skin),
    style.beard === 'full' ? fullBeard(style.hair) : '',
    features(style),
    before,
    style.glasses ? glasses : '',
    style.earrings ? earrings : '',
    '</g>',
  ];
  return { width: SIZE, height: SIZE, body: body.join('') };
}

/** The neck, down into the neckline. */
const NECK = 'M516 640v112l-16 48 100 152 100-152-16-48V640z';

function shoulders({ skin, cloth, coat }: PortraitStyle): string {
  const neck =
    path(NECK, `fill="${skin}"`) +
    path('M524 690c40 46 112 46 152 0', `stroke="#0c1b2a" stroke-opacity=".35"`);
  if (coat === 'scrubs') {
    return (
      path(
        'M170 1200c0-220 60-330 330-400l100 110 100-110c270 70 330 180 330 400z',
        `fill="${cloth}"`,
      ) +
      neck +
      path('M500 800 600 960 700 800', `stroke-width="14" stroke="${ink.line}"`) +
      path('M330 1040v160m540-160v160') +
      path('M700 1040h110v90H700z', '')
    );
  }
  return (
    neck +
    path('M440 830 600 872l160-42 40 370H400z', `fill="${cloth}"`) +
    path('M512 742 470 800l86 96 44-44zM688 742l42 58-86 96-44-44z', `fill="${cloth}"`) +
    path('M150 1200c0-230 70-330 330-410l60 180 40 230z', `fill="${ink.paper}"`) +
    path('M1050 1200c0-230-70-330-330-410l-60 180-40 230z', `fill="${ink.paper}"`) +
    path(
      'M480 790c-50 30-66 110-46 150l60 20-34 50 120 190m40 0 120-190-34-50 60-20c20-40 4-120-46-150',
      `fill="none"`,
    ) +
    path('M330 1060v140m540-140v140') +
    path('M720 1080h120', 'stroke-width="4"') +
    path('M770 1080v-50', `stroke="${ink.accent}" stroke-width="12"`)
  );
}

function head(skin: string): string {
  return (
    path(
      'M430 470c-34-14-52 20-42 62s32 64 54 54M770 470c34-14 52 20 42 62s-32 64-54 54',
      `fill="${skin}"`,
    ) +
    path(
      'M430 400c0-130 70-200 170-200s170 70 170 200c0 60-4 130-24 184-28 76-84 126-146 126s-118-50-146-126c-20-54-24-124-24-184z',
      `fill="${skin}"`,
    )
  );
}

function features({ hair, brows = hair, beard }: PortraitStyle): string {
  const eye = (x: number) =>
    `<ellipse cx="${x}" cy="466" rx="11" ry="14" fill="${ink.line}" stroke="none"/>`;
  const moustache = path(
    'M520 598c24-30 60-30 80-10 20-20 56-20 80 10-30 4-54 2-80-8-26 10-50 12-80 8z',
    `fill="${hair}" stroke="none"`,
  );
  return (
    path(
      'M488 416c22-16 56-16 78-4M634 412c22-12 56-12 78 4',
      `stroke="${brows}" stroke-width="13"`,
    ) +
    eye(530) +
    eye(670) +
    path('M604 470c-4 40-26 62-22 74 4 10 22 12 36 8', '') +
    path(
      'M540 618c36 38 84 38 120 0',
      `fill="${beard === 'full' ? '#ffffff' : 'none'}" stroke-width="6"`,
    ) +
    (beard ? moustache : '')
  );
}

const fullBeard = (hair: string) =>
  path(
    'M430 470c20 40 26 80 60 96 40 20 60 0 110 0s70 20 110 0c34-16 40-56 60-96 2 60-4 90-24 134-28 90-84 136-146 136s-118-46-146-136c-20-44-26-74-24-134z',
    `fill="${hair}"`,
  );

const glasses =
  `<circle cx="528" cy="468" r="58" fill="#fff" fill-opacity=".28"/>` +
  `<circle cx="672" cy="468" r="58" fill="#fff" fill-opacity=".28"/>` +
  path('M586 460c8-8 20-8 28 0M470 460l-44-12M730 460l44-12', 'stroke-width="7"');

const earrings = [402, 798]
  .map((x) => `<circle cx="${x}" cy="606" r="11" fill="${ink.lamp}"/>`)
  .join('');

interface Cut {
  behind: string;
  before: string;
}

const fill = (hair: string) => `fill="${hair}"`;

/** The hair, behind the head and over the forehead. */
const cuts = {
  short: (hair: string): Cut => ({
    behind: '',
    before: path(
      'M424 440c-30-130 10-270 160-284 60-30 220 10 206 150 10 50 0 100-14 134-10-60-30-94-56-124-90 24-180 14-240-16-30 40-48 80-56 140z',
      fill(hair),
    ),
  }),
  side: (hair: string): Cut => ({
    behind: '',
    before: path(
      'M426 436c-40-160 30-290 190-290 130 0 200 110 160 290-8-50-24-84-50-110-120 10-200-20-240-80-10 60-44 100-60 190z',
      fill(hair),
    ),
  }),
  receding: (hair: string): Cut => ({
    behind: '',
    before: path(
      'M424 450c-20-80-10-160 44-214-6 60-14 110-26 150zM776 450c20-80 10-160-44-214 6 60 14 110 26 150z',
      fill(hair),
    ),
  }),
  curly: (hair: string): Cut => ({
    behind: '',
    before: path(
      'M424 440c-40-30-40-90-6-116-24-60 20-120 76-116 20-56 110-76 146-36 54-34 130 0 130 62 52 10 72 72 42 112 30 36 14 80-34 94-8-50-20-74-40-94-40 10-70-8-84-34-30 30-80 30-104 4-26 26-66 30-90 16-18 28-30 62-36 108z',
      fill(hair),
    ),
  }),
  bob: (hair: string): Cut => ({
    behind: path(
      'M380 660c-30-120-30-330 40-430 80-110 280-110 360 0 70 100 70 310 40 430-60 40-380 40-440 0z',
      fill(hair),
    ),
    before: path(
      'M424 480c-20-180 40-290 170-290 150 0 200 130 182 290-20-60-40-100-76-140-70 0-130-20-166-56-20 70-70 120-110 196z',
      fill(hair),
    ),
  }),
  long: (hair: string): Cut => ({
    behind: path(
      'M350 900c-10-160 20-260 40-420 16-210 100-310 210-310s194 100 210 310c20 160 50 260 40 420-60 40-440 40-500 0z',
      fill(hair),
    ),
    before: path(
      'M424 480c-20-160 40-280 176-286 136 6 196 126 176 286-30-60-90-140-176-236-86 96-146 176-176 236z',
      fill(hair),
    ),
  }),
  bun: (hair: string): Cut => ({
    behind: `<circle cx="600" cy="150" r="86" fill="${hair}"/>`,
    before: path(
      'M424 460c-30-150 40-282 176-282s206 132 176 282c-14-90-70-160-176-168-106 8-162 78-176 168z',
      fill(hair),
    ),
  }),
  wavy: (hair: string): Cut => ({
    behind: path(
      'M370 800c-60-60-20-110-30-170-30-60 10-100 14-160 0-200 100-310 246-310s246 110 246 310c4 60 44 100 14 160-10 60 30 110-30 170-60 40-400 40-460 0z',
      fill(hair),
    ),
    before: path(
      'M420 500c-30-180 60-310 220-310 110 10 160 140 140 310-26-90-70-160-150-210-30 70-150 90-210 210z',
      fill(hair),
    ),
  }),
  scarf: (cloth: string): Cut => ({
    behind: path(
      'M360 800c-40-120-10-240 10-340 20-200 110-300 230-300s210 100 230 300c20 100 50 220 10 340-80 80-400 80-480 0z',
      fill(cloth),
    ),
    before:
      path(
        'M600 150c-150 0-220 120-224 320-4 160 60 290 224 330 164-40 228-170 224-330-4-200-74-320-224-320zm0 110c100 0 150 70 150 180 0 140-60 250-150 250s-150-110-150-250c0-110 50-180 150-180z',
        `${fill(cloth)} fill-rule="evenodd"`,
      ) + path('M430 680c60 90 200 160 330 40', ''),
  }),
} as const;
