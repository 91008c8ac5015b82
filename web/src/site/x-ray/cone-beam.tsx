import * as texts from '@deqiq/messages/site/x-ray.js';
import { type Arch, teethAlong, toTransform } from '../../ui/page/arch.ts';

const steps = [
  { title: texts.sourceTitle, text: texts.sourceText },
  { title: texts.detectorTitle, text: texts.detectorText },
  { title: texts.computerTitle, text: texts.computerText },
] as const;

const ARCH: Arch = { width: 118, depth: 104, x: 280, y: 326 };

/** Where source and detector have been before, in degrees. */
const before = [-96, -72, -48, -24];

/** The unit from above: the source rotates on the dotted circle, the detector opposite it. */
function Turn() {
  return (
    <svg
      viewBox="0 0 560 560"
      className="mx-auto w-full max-w-140 fill-none stroke-text"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="280" cy="280" r="218" className="stroke-accent" strokeDasharray="0.1 8" />
      <path
        className="fill-surface stroke-line"
        d="M280 132c14 0 20 10 26 20 58 14 94 62 94 138 0 84-48 144-120 144s-120-60-120-144c0-76 36-124 94-138 6-10 12-20 26-20z"
      />
      <path
        className="fill-surface stroke-line"
        d="M160 276c-14-8-20 6-16 24 4 16 12 26 20 20m236-44c14-8 20 6 16 24-4 16-12 26-20 20"
      />
      {teethAlong(ARCH, 14).map((tooth, index) => (
        <rect
          key={tooth.angle}
          x="-6"
          y="-8"
          width="12"
          height="16"
          rx="4.4"
          transform={toTransform(tooth)}
          className={index === 9 ? 'fill-accent stroke-none' : 'fill-surface'}
        />
      ))}
      <g className="orbit">
        {before.map((angle) => (
          <g key={angle} transform={`rotate(${angle} 280 280)`} className="stroke-accent/35">
            <path d="M200 498c48 20 112 20 160 0" />
            <path d="M270 62h20" />
          </g>
        ))}
        <path className="fill-accent/10 stroke-none" d="M280 66 192 494c50 22 126 22 176 0z" />
        <path className="stroke-accent" d="M280 74 194 490m86-416 86 416" strokeDasharray="0.1 7" />
        <rect x="252" y="28" width="56" height="44" rx="10" className="fill-ground" />
        <circle cx="280" cy="60" r="6" className="fill-accent stroke-none" />
        <path
          className="fill-ground"
          d="M184 494c58 26 134 26 192 0 4-2 8 2 9 6l3 12c1 4-1 8-5 9-62 28-144 28-206 0-4-1-6-5-5-9l3-12c1-4 5-8 9-6z"
        />
      </g>
    </svg>
  );
}

export function ConeBeam() {
  return (
    <section className="page-width grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-2">
      <Turn />
      <div>
        <h2 className="text-headline">{texts.howTitle()}</h2>
        <ol className="mt-8 divide-y divide-line border-line border-y">
          {steps.map(({ title, text }, index) => (
            <li key={title()} className="grid grid-cols-[2.5rem_1fr] py-6">
              <span aria-hidden="true" className="text-title text-accent">
                {index + 1}
              </span>
              <div>
                <h3 className="font-semibold">{title()}</h3>
                <p className="mt-1 max-w-md text-muted">{text()}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
