import sharp from 'sharp';

/** The colours of the site's drawings (web/src/styles/tokens.css). */
export const colour = {
  paper: '#fbfaf7',
  mist: '#eef2f3',
  ink: '#0c1b2a',
  line: '#dce3e6',
  accent: '#0b7f8c',
  soft: '#dbeef0',
} as const;

/** One width for every stroke of a drawing, in pixels. */
export const STROKE = 5;

/** A line drawing as a PNG, one pixel a unit. */
export function drawn(width: number, height: number, content: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" stroke="${colour.ink}" stroke-width="${STROKE}" stroke-linecap="round" stroke-linejoin="round">${content}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}
