import type { Random } from '../random.ts';
import { colour, drawn } from './drawing.ts';

const WIDTH = 960;
const HEIGHT = 640;
const GROUND = 548;

const skies = [colour.mist, colour.soft, '#f3eee6', '#e6edf3'] as const;
const walls = [colour.paper, '#ffffff', '#f6f1e8'] as const;

/** A clinic seen from across the street; no two look the same. */
export function facade(random: Random): Promise<Buffer> {
  const storeys = 2 + random.below(3);
  const columns = 3 + random.below(3);
  const width = columns * 112 + 72;
  const left = (WIDTH - width) / 2 + random.between(-90, 90);
  const top = GROUND - storeys * 108 - 74;
  const door = 1 + random.below(columns - 2);
  const arched = random.chance(0.5);
  const rounded = random.chance(0.5) ? 44 : 6;
  const cells = Array.from({ length: storeys * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const x = left + 36 + column * 112 + 20;
    const y = top + 46 + row * 108;
    if (row === storeys - 1 && column === door) return doorAt(x - 8);
    return windowAt(x, y, arched, random.chance(0.3));
  });
  return drawn(
    WIDTH,
    HEIGHT,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${random.pick(skies)}" stroke="none"/>
    <circle cx="${random.between(90, 870)}" cy="${random.between(80, 150)}" r="46" fill="#fff" stroke="none"/>
    <path d="M${left} ${GROUND}V${top + rounded}q0-${rounded} ${rounded}-${rounded}H${left + width - rounded}q${rounded} 0 ${rounded} ${rounded}V${GROUND}" fill="${random.pick(walls)}"/>
    ${cells.join('')}
    ${[left - 70, left + width + 66].map((x) => tree(x, random.between(0.75, 1.15))).join('')}
    <path d="M40 ${GROUND}H920"/>`,
  );
}

const windowAt = (x: number, y: number, arched: boolean, lit: boolean) =>
  `<path d="M${x} ${y + 66}V${y + (arched ? 34 : 0)}${arched ? 'a36 34 0 0 1 72 0' : 'h72'}V${y + 66}Z" fill="${lit ? colour.soft : colour.mist}"/>`;

const doorAt = (x: number) =>
  `<path d="M${x} ${GROUND}V${GROUND - 96}h88V${GROUND}" fill="${colour.accent}"/>
  <path d="M${x - 14} ${GROUND - 96}q58-46 116 0Z" fill="${colour.paper}"/>
  <path d="M${x + 68} ${GROUND - 44}v10" stroke="#fff"/>`;

const tree = (x: number, scale: number) =>
  `<g transform="translate(${x} ${GROUND}) scale(${scale})"><path d="M0 0V-74"/><path d="M0-48c-52 0-66-96 0-128 66 32 52 128 0 128Z" fill="${colour.soft}"/></g>`;
