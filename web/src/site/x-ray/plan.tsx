import * as texts from '@deqiq/messages/site/x-ray-details.js';
import { Radiograph } from '../components/radiograph.tsx';
import { planFilm } from './films.ts';

/** Lines on the cut, in its pixels: bone above the nerve, width of the ridge, the implant between. */
function Measures() {
  return (
    <svg
      viewBox="0 0 588 882"
      className="absolute inset-0 size-full fill-none stroke-accent"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M255 384h57l-5 132c-1 10-46 10-47 0z" className="fill-accent/25" />
      <path d="m257 406 53-8m-52 26 51-8m-50 26 50-8m-49 26 48-8m-48 26 47-8m-46 26 45-8" />
      <path d="M430 368V576m-8-208h16m-16 208h16" />
      <path d="M195 320h172m-172-8v16m172-16v16" />
      <ellipse cx="275" cy="614" rx="30" ry="38" transform="rotate(-18 275 614)" />
      <path d="M228 614H150" />
      <g className="fill-accent stroke-none text-[26px] font-medium">
        <text x="448" y="482">
          {texts.boneHeight()}
        </text>
        <text x="281" y="300" textAnchor="middle">
          {texts.boneWidth()}
        </text>
        <text x="140" y="623" textAnchor="end">
          {texts.nerve()}
        </text>
      </g>
    </svg>
  );
}

export function Plan() {
  return (
    <section className="page-width grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-[5fr_7fr]">
      <div className="lightbox relative mx-auto w-full max-w-104 overflow-clip rounded-sheet">
        <Radiograph
          film={planFilm}
          alt={texts.planAlt()}
          sizes="(width < 32rem) 92vw, 26rem"
          className="w-full"
        />
        <Measures />
      </div>
      <div>
        <h2 className="text-headline">{texts.planTitle()}</h2>
        <div className="mt-5 grid max-w-xl gap-4 text-muted">
          <p>{texts.planText()}</p>
          <p>{texts.specialistsText()}</p>
          <p className="text-desk">{texts.sampleNote()}</p>
        </div>
      </div>
    </section>
  );
}
