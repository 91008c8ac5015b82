import type { Random } from '../random.ts';
import type { Sex } from '../sample-data/names.ts';
import { colour, drawn } from './drawing.ts';

const SIZE = 800;

const grounds = [colour.soft, colour.mist, '#efe9df', '#e3eaf2'] as const;
const skins = ['#f5dcc8', '#efcdb2', '#e2b692'] as const;
const hairs = [colour.ink, '#3a2a22', '#5b4636', '#77706a'] as const;

/** A doctor's likeness in a few strokes; its face is nobody's. */
export function portrait(random: Random, sex: Sex): Promise<Buffer> {
  const skin = random.pick(skins);
  const hair = random.pick(hairs);
  const shirt = random.pick([colour.accent, '#44525f', '#7fb7bd', '#c9a98d'] as const);
  const glasses = random.chance(0.35);
  const long = sex === 'F' && random.chance(0.6);
  return drawn(
    SIZE,
    SIZE,
    `<rect width="${SIZE}" height="${SIZE}" fill="${random.pick(grounds)}" stroke="none"/>
    ${long ? `<path d="M262 560V330a138 138 0 0 1 276 0v230Z" fill="${hair}" stroke="none"/>` : ''}
    <path d="M110 800c0-150 96-214 212-226h156c116 12 212 76 212 226Z" fill="#fff"/>
    <path d="M336 470h128v108l-64 74-64-74Z" fill="${skin}"/>
    <path d="M336 578l64 78 64-78 42 20-106 202-106-202Z" fill="${shirt}"/>
    <path d="M336 578l64 78-64 66-62-124ZM464 578l-64 78 64 66 62-124Z" fill="#fff"/>
    <path d="M286 330c0-90 228-90 228 0v70a114 128 0 0 1-228 0Z" fill="${skin}"/>
    <path d="M352 392v6M448 392v6M366 462q34 26 68 0"/>
    ${glasses ? '<circle cx="352" cy="394" r="36"/><circle cx="448" cy="394" r="36"/><path d="M388 392h24"/>' : ''}
    ${sex === 'F' ? fringe(hair, long) : cut(hair, random.chance(0.4))}`,
  );
}

const fringe = (hair: string, long: boolean) =>
  `${long ? '' : `<circle cx="400" cy="182" r="54" fill="${hair}" stroke="none"/>`}
  <path d="M268 402c-30-250 294-250 264 0-8-76-64-130-96-164-40 62-132 72-168 164Z" fill="${hair}" stroke="none"/>`;

const cut = (hair: string, bearded: boolean) =>
  `<path d="M280 366c-34-196 94-190 152-176 74-4 120 64 90 176l-18-64c-58 6-104-6-150-32-14 30-34 40-56 44Z" fill="${hair}" stroke="none"/>
  ${bearded ? `<path d="M286 404c4 170 224 170 228 0-18 62-30 40-62 34q-52-14-104 0c-32 6-44 28-62-34Z" fill="${hair}" stroke="none"/><path d="M372 470q28 14 56 0" stroke="#fff"/>` : ''}`;
