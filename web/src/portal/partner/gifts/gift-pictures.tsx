import type { GiftId } from '@deqiq/contract/office/gifts.ts';
import type { ReactNode } from 'react';
import { archPath } from '../../../ui/page/arch.ts';

/** The sign of the house on each of them. */
const SIGN = archPath({ width: 26, depth: 20, x: 0, y: 10 }, 0, 1, 6);

const lit = { className: 'stroke-accent' };

/** Every picture is drawn about the origin, so that the set is made of the same three. */
const pen = (
  <g transform="rotate(38) scale(1.12)">
    <path d="M-6 -44h12v62l-6 16l-6 -16z" />
    <path d="M-6 18h12M0 34v-6" />
    <path d="M-6 -34h12M6 -40h5v26" />
    <path d="M-6 -22h12M-6 10h12" {...lit} />
  </g>
);

const notebook = (
  <>
    <path d="M-28 -40h52a6 6 0 0 1 6 6v68a6 6 0 0 1 -6 6h-52z" />
    <path d="M-20 -40v80" />
    <path d="M-33 -28h10M-33 -14h10M-33 0h10M-33 14h10M-33 28h10" />
    <path d="M12 40v8l4 -4l4 4v-8" {...lit} />
    <path d={SIGN} transform="translate(5 -2)" {...lit} />
  </>
);

const bag = (
  <>
    <path d="M-30 -16h60l5 58h-70z" />
    <path d="M-15 -6v-20a15 17 0 0 1 30 0v20" />
    <path d={SIGN} transform="translate(0 16) scale(1.1)" {...lit} />
  </>
);

const all = (
  <>
    <g transform="translate(-44 2) scale(.95)">{notebook}</g>
    <g transform="translate(47 0) scale(.95)">{bag}</g>
    <g transform="translate(0 -1) scale(.95)">
      <g transform="rotate(-38) scale(.9)">{pen}</g>
    </g>
  </>
);

const drawings: Record<GiftId, ReactNode> = { pen, notebook, bag, all };

/** A gift in ink and accent, one stroke wide. Decorative: its name is shown below. */
export function GiftPicture({ gift }: { gift: GiftId }) {
  return (
    <svg
      viewBox={gift === 'all' ? '-100 -56 205 112' : '-52 -54 104 108'}
      aria-hidden="true"
      className="h-32 w-full fill-none stroke-current md:h-40 [&_*]:[vector-effect:non-scaling-stroke]"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawings[gift]}
    </svg>
  );
}
