import { lettering } from './lettering.ts';
import { type Drawing, ink, path, rect, row } from './svg.ts';

export interface CertificateText {
  name: string;
  course: string;
  /** «16 saat, Bakı, 12 mart 2025» */
  heldOn: string;
  academy: string;
  number: string;
  kind: keyof typeof kinds;
}

const WIDTH = 1500;
const HEIGHT = 1000;
const MIDDLE = WIDTH / 2;

/** A framed course certificate. */
export function certificateDrawing(text: CertificateText): Drawing {
  return { width: WIDTH, height: HEIGHT, body: kinds[text.kind](text) };
}

/** A guilloche: overlaid waves as on security paper. */
function guilloche(y: number, stroke: string): string {
  const wave = (phase: number) => {
    const points = Array.from({ length: 109 }, (_, i) => {
      const x = 60 + i * 12.8;
      return `${x.toFixed(1)} ${(y + 17 * Math.sin(i * 0.42 + phase)).toFixed(1)}`;
    });
    return path(`M${points.join('L')}`, `stroke="${stroke}" stroke-width="2"`);
  };
  return row(5, (i) => wave((i * Math.PI) / 5));
}

function seal(x: number, y: number, fill: string): string {
  const teeth = Array.from({ length: 48 }, (_, i) => {
    const angle = (i * Math.PI) / 24;
    const far = i % 2 ? 84 : 76;
    return `${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`;
  });
  return (
    path(
      `M${x - 52} ${y + 50}l-38 140 48-22 34 40 30-128zM${x + 52} ${y + 50}l38 140-48-22-34 40-30-128z`,
      `fill="${fill}"`,
    ) +
    path(`M${teeth.join('L')}Z`, `fill="${fill}"`) +
    `<circle cx="${x}" cy="${y}" r="56" stroke="#fff" stroke-width="3"/>` +
    path(
      `M${x - 26} ${y - 12}c4-18 16-22 26-16 10-6 22-2 26 16 2 14-3 20-6 32-2 10-1 22-8 22s-5-18-12-18-5 18-12 18-6-12-8-22c-3-12-8-18-6-32z`,
      'stroke="#fff" stroke-width="4"',
    )
  );
}

/** A signature; the name determines its shape. */
function signature(x: number, y: number, name: string): string {
  const angle = (name.charCodeAt(0) % 7) * 4;
  return path(
    `M${x} ${y}c20-${50 + angle} 50-${80 - angle} 50-30s-40 60-34 20 60-50 66-16-20 30-10 14 30-24 36-4 16 10 30-12 ${30 + angle}-${20 + angle} 40-2 30 4 90-${14 + angle}`,
    'stroke="#1c3f8f" stroke-width="5"',
  );
}

const line = (text: string, y: number, size: number, fill: string = ink.line) =>
  lettering(text, { x: MIDDLE, y, size, fill, align: 'middle', maxWidth: 1160 });

function textLines(
  { name, course, heldOn, academy, number }: CertificateText,
  top: number,
): string {
  return (
    line('Bununla təsdiq olunur ki,', top, 30, '#52606c') +
    line(name, top + 92, 72) +
    path(`M350 ${top + 122}h800`, `stroke="${ink.soft}" stroke-width="3"`) +
    line('aşağıdakı təlim proqramını uğurla başa vurmuşdur:', top + 178, 30, '#52606c') +
    line(`«${course}»`, top + 248, 44, ink.accent) +
    line(heldOn, top + 306, 30) +
    signature(280, top + 440, name) +
    path(`M240 ${top + 462}h340`, 'stroke-width="3"') +
    lettering(academy, { x: 240, y: top + 500, size: 24, fill: '#52606c', maxWidth: 380 }) +
    lettering(number, { x: 1260, y: top + 500, size: 24, fill: '#52606c', align: 'end' })
  );
}

function classic(text: CertificateText): string {
  return (
    rect(0, 0, WIDTH, HEIGHT, 'fill="#fbf8f0" stroke="none"') +
    rect(40, 40, WIDTH - 80, HEIGHT - 80, `stroke="${ink.accent}" stroke-width="6"`) +
    rect(96, 96, WIDTH - 192, HEIGHT - 192, `stroke="${ink.accent}" stroke-width="2"`) +
    guilloche(68, ink.accent) +
    guilloche(HEIGHT - 68, ink.accent) +
    line('SERTİFİKAT', 236, 100) +
    textLines(text, 330) +
    seal(MIDDLE + 90, 756, '#b8862f')
  );
}

function modern(text: CertificateText): string {
  return (
    rect(0, 0, WIDTH, HEIGHT, 'fill="#ffffff" stroke="none"') +
    rect(0, 0, WIDTH, 210, `fill="${ink.night}" stroke="none"`) +
    row(7, (i) =>
      path(
        `M${1000 + i * 44} 210C${1080 + i * 44} 60 ${1300 + i * 30} 20 1500 ${10 + i * 24}`,
        `stroke="${ink.glow}" stroke-opacity=".5" stroke-width="3"`,
      ),
    ) +
    lettering('Sertifikat', { x: 100, y: 138, size: 96, fill: '#ffffff' }) +
    textLines(text, 330) +
    seal(MIDDLE + 90, 770, ink.accent)
  );
}

function diploma(text: CertificateText): string {
  return (
    rect(0, 0, WIDTH, HEIGHT, 'fill="#f7f9f9" stroke="none"') +
    rect(0, 0, 60, HEIGHT, `fill="${ink.accent}" stroke="none"`) +
    rect(60, 0, 18, HEIGHT, `fill="${ink.glow}" stroke="none"`) +
    path('M500 140c70-110 430-110 500 0', `stroke="${ink.accent}"`) +
    row(9, (i) =>
      rect(
        560 + i * 44,
        104 + (i - 4) ** 2 * 3,
        28,
        40,
        `rx="10" stroke="${ink.line}" stroke-width="3.5" fill="${i === 6 ? ink.accent : '#ffffff'}"`,
      ),
    ) +
    line('İŞTİRAK SERTİFİKATI', 290, 64) +
    textLines(text, 360) +
    seal(MIDDLE + 90, 796, '#44525f')
  );
}

const kinds = { classic, modern, diploma } as const;
