import { archPath, teethAlong, toTransform } from '../../ui/page/arch.ts';
import { LineDrawing } from '../components/line-drawing.tsx';

/** A lower molar from the side, 48 wide and 68 high, its crown at the top left of the origin's corner. */
const MOLAR =
  'M4 21C7 7 16 4 24 8c8-4 17-1 20 13 2 10-2 17-4 25-2 10-1 22-7 22-6 0-4-17-9-17s-3 17-9 17c-6 0-5-12-7-22-2-8-6-15-4-25z';

/** From above: the tube rotates once around the arch, its fan of rays through the teeth. */
export function PanoramicDrawing() {
  const teeth = teethAlong({ width: 54, depth: 46, x: 60, y: 92 }, 12);
  return (
    <LineDrawing>
      <path
        className="stroke-accent"
        d={archPath({ width: 104, depth: 80, x: 60, y: 98 }, 0.06, 0.94)}
        strokeDasharray="0.1 6"
      />
      <path className="stroke-accent" d="M96 47 67 60M96 47 80 76" />
      <circle className="fill-accent stroke-none" cx="97" cy="46" r="5.5" />
      {teeth.map((tooth) => (
        <rect
          key={tooth.angle}
          x="-4"
          y="-5.2"
          width="8"
          height="10.4"
          rx="3"
          className="fill-ground"
          transform={toTransform(tooth)}
        />
      ))}
    </LineDrawing>
  );
}

/** A camera no larger than a pen, its light on a tooth. */
export function CameraDrawing() {
  return (
    <LineDrawing>
      <path d={MOLAR} transform="translate(64 40)" />
      <path d="M10 26c-3-3-3-8 0-11s8-3 11 0l31 25c4 3 5 8 2 11s-8 3-11-1z" />
      <circle cx="47" cy="44" r="3.2" />
      <path d="m21 30 8-8" />
      <path className="stroke-accent" d="m55 42 15 6M51 52l14 16" strokeDasharray="0.1 5" />
      <path className="stroke-accent" d="M68 61c1-12 9-17 20-13" strokeWidth="3" />
    </LineDrawing>
  );
}

/** The lower jaw from the side; its head rotates in the joint. */
export function BiteDrawing() {
  return (
    <LineDrawing>
      <path d="M22 68c-4 8-5 20 3 26 9 6 40 6 52 2 11-4 15-12 16-24l5-27c1-8-1-14-6-14s-7 6-8 12-4 8-7 3c-2-4-5-6-8-4-4 2-3 11-4 19-1 6-3 8-7 8" />
      <path d="M22 68c0-6 8-7 9 0 0-7 9-8 10 0 0-8 11-9 12 0 1-7 9-7 10 0" />
      <path className="stroke-accent" d="M79 28c2-12 23-13 27 1" />
      <path className="stroke-accent" d="M98 57c10-2 16-11 15-21" strokeDasharray="0.1 5" />
      <circle className="fill-accent stroke-none" cx="92" cy="37" r="3.4" />
      <path className="stroke-accent" d="M34 50v-12m-5 7 5 5 5-5" />
    </LineDrawing>
  );
}

/** A beam finds what lies under the enamel. */
export function LaserDrawing() {
  return (
    <LineDrawing>
      <path d={MOLAR} transform="translate(28 34)" />
      <path d="M39 58c2-8 6-9 13-6 8-4 12-1 13 6" />
      <path className="stroke-accent" d="M104 12 66 50" strokeWidth="3" />
      <circle className="fill-accent stroke-none" cx="62" cy="54" r="5" />
      <path
        className="stroke-accent"
        d="M50 54a12 12 0 0 0 12 12M43 54a19 19 0 0 0 19 19"
        strokeDasharray="0.1 5"
      />
    </LineDrawing>
  );
}
