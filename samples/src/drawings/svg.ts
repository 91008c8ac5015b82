import sharp from 'sharp';

/** The colours of the public site, and of the stone and light of the city. */
export const ink = {
  line: '#0c1b2a',
  paper: '#ffffff',
  mist: '#eef2f3',
  shade: '#dfe8ea',
  soft: '#9fb0ba',
  accent: '#0b7f8c',
  glow: '#7fe3e8',
  stone: '#efe4d0',
  stoneShade: '#e0cfb2',
  leaf: '#c3d8cd',
  lamp: '#ffe2a8',
  night: '#12283b',
} as const;

export interface Drawing {
  width: number;
  height: number;
  /** The content of the svg element. */
  body: string;
}

/** Renders a drawing as a picture, `pixels` wide. */
export function toPicture({ width, height, body }: Drawing, pixels: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${pixels}" fill="none" stroke="${ink.line}" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`;
  return sharp(Buffer.from(svg))
    .flatten({ background: ink.paper })
    .webp({ quality: 92, effort: 1 })
    .toBuffer();
}

export const rect = (x: number, y: number, width: number, height: number, rest: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${rest}/>`;

export const path = (d: string, rest = '') => `<path d="${d}" ${rest}/>`;

/** Repeats a drawing `count` times. */
export const row = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');
