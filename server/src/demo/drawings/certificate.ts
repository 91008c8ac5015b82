import type { Random } from '../random.ts';
import { colour, drawn } from './drawing.ts';

const WIDTH = 960;
const HEIGHT = 680;

/** A framed document nobody has issued: its lines are strokes, not words. */
export function certificate(random: Random): Promise<Buffer> {
  const frame = random.pick([colour.accent, colour.ink, '#8a6a3c'] as const);
  const line = (y: number, length: number) => `M${(WIDTH - length) / 2} ${y}h${length}`;
  const text = [0, 1, 2].map((i) => line(392 + i * 44, 520 - i * 90 + random.below(60)));
  return drawn(
    WIDTH,
    HEIGHT,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour.paper}" stroke="none"/>
    <rect x="34" y="34" width="892" height="612" rx="10" stroke="${frame}" stroke-width="9"/>
    <rect x="58" y="58" width="844" height="564" rx="4" stroke="${frame}" stroke-opacity=".45"/>
    <path d="M438 178c-6-112 90-112 84 0" stroke="${frame}" stroke-width="12"/>
    <path d="${line(252, 380)}" stroke-width="18"/>
    <path d="${line(312, 260)}" stroke="${frame}"/>
    <path d="${text.join('')}" stroke="${colour.line}" stroke-width="12"/>
    <path d="M150 568c30-44 46-44 40-6 34-40 40-8 70-18h40"/>
    <circle cx="770" cy="536" r="54" fill="${colour.soft}" stroke="${frame}"/>
    <path d="m746 536 18 18 32-36" stroke="${frame}" stroke-width="8"/>`,
  );
}
