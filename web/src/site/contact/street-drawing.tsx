import * as texts from '@deqiq/messages/site/contact.js';

/** Streets about the clinic, drawn as a sketch: which ones meet here, not to scale. */
const avenues = ['M-20 452C260 424 700 430 1300 372', 'M196-20C232 150 214 330 300 620'];
const streets = [
  'M596-20C604 120 590 260 628 620',
  'M-20 148C300 128 760 150 1300 96',
  'M868-20C872 140 890 300 934 620',
  'M-20 286C240 296 420 268 604 268S980 236 1300 226',
];
const lanes = [
  'M60 140C66 240 60 340 72 448M384 136C388 230 378 330 396 434M486 280C492 340 490 390 500 430',
  'M742 138C746 180 750 220 754 252M756 252C764 320 764 360 774 420M1060 116C1070 220 1076 310 1090 392',
  'M210 60C360 64 480 52 598 52M604 62C700 70 790 60 870 54M874 60C1010 44 1130 40 1300 20',
  'M222 210C330 214 480 204 598 204M606 356C700 352 820 348 900 344M904 344C1030 332 1180 318 1300 312',
  'M280 520C420 510 520 512 622 508M624 512C740 500 830 504 920 498M926 500C1060 482 1180 480 1300 470',
];
const houses =
  'M86 170h30v65h-30zM124 170h18v55h-18zM156 170h18v59h-18zM232 160h38v25h-38zM278 160h18v27h-18zM304 160h18v32h-18zM336 160h18v27h-18zM232 226h18v33h-18zM258 226h30v21h-30zM258 263h30v21h-30zM302 226h30v22h-30zM302 262h30v22h-30zM340 226h24v21h-24zM340 263h24v21h-24zM400 162h18v23h-18zM428 162h38v25h-38zM476 162h38v20h-38zM522 162h24v24h-24zM554 162h18v23h-18zM402 222h38v38h-38zM454 222h18v29h-18zM492 224h18v29h-18zM518 224h30v24h-30zM558 224h18v23h-18zM86 306h18v75h-18zM114 306h30v37h-30zM114 369h30v37h-30zM158 306h28v31h-28zM158 375h28v31h-28zM240 306h38v31h-38zM240 375h38v31h-38zM292 306h30v42h-30zM292 364h30v42h-30zM332 306h30v86h-30zM406 300h18v67h-18zM438 300h18v33h-18zM438 367h18v33h-18zM510 296h24v69h-24zM544 296h18v35h-18zM544 361h18v35h-18zM572 296h16v85h-16zM632 288h38v41h-38zM680 288h24v17h-24zM680 323h24v17h-24zM712 288h24v21h-24zM712 319h24v21h-24zM632 372h30v26h-30zM670 372h38v29h-38zM722 372h30v35h-30zM744 160h18v20h-18zM776 160h38v19h-38zM824 160h18v20h-18zM760 200h18v25h-18zM786 200h38v24h-38zM834 200h18v23h-18zM776 272h24v23h-24zM776 305h24v23h-24zM814 272h18v18h-18zM814 310h18v18h-18zM842 272h24v23h-24zM842 305h24v23h-24zM792 356h30v29h-30zM830 356h38v36h-38zM878 356h24v29h-24zM892 130h24v27h-24zM892 183h24v27h-24zM926 130h38v49h-38zM972 130h24v59h-24zM1004 130h18v52h-18zM912 330h18v20h-18zM912 370h18v20h-18zM940 330h24v20h-24zM940 370h24v20h-24zM978 330h30v22h-30zM978 368h30v22h-30zM1016 330h24v49h-24zM1092 240h24v22h-24zM1092 282h24v22h-24zM1124 240h18v46h-18zM1150 240h30v26h-30zM1150 278h30v26h-30zM1190 240h30v20h-30zM1190 284h30v20h-30zM1100 320h24v18h-24zM1100 352h24v18h-24zM1138 320h18v19h-18zM1138 351h18v19h-18zM1170 320h18v30h-18zM1198 320h24v16h-24zM1198 354h24v16h-24zM1080 120h30v37h-30zM1080 173h30v37h-30zM1124 120h38v35h-38zM1124 175h38v35h-38zM1170 120h24v28h-24zM1170 182h24v28h-24zM1202 120h38v54h-38zM250 470h38v23h-38zM298 470h24v22h-24zM330 470h18v17h-18zM420 462h18v26h-18zM446 462h38v32h-38zM492 462h24v20h-24zM524 462h30v26h-30zM568 462h30v23h-30zM640 452h24v22h-24zM678 452h30v33h-30zM722 452h38v32h-38zM774 452h24v28h-24zM812 452h18v33h-18zM660 512h18v36h-18zM686 512h38v19h-38zM686 553h38v19h-38zM732 512h30v22h-30zM732 550h30v22h-30zM330 530h18v28h-18zM356 530h30v16h-30zM356 564h30v16h-30zM396 530h18v43h-18zM424 530h30v18h-30zM424 562h30v18h-30zM468 530h24v18h-24zM468 562h24v18h-24zM506 530h38v16h-38zM506 564h38v16h-38zM860 440h30v35h-30zM898 440h38v24h-38zM944 440h38v28h-38zM990 440h24v28h-24zM1022 440h30v33h-30zM60 470h30v32h-30zM60 518h30v32h-30zM100 470h24v47h-24zM134 470h24v67h-24zM166 470h24v55h-24z';
const names = [
  { text: texts.ownStreet, at: 'translate(607 318)rotate(87)' },
  { text: texts.westAvenue, at: 'translate(213 150)rotate(90)' },
  { text: texts.southAvenue, at: 'translate(654 422)rotate(-2.6)' },
];

export function StreetDrawing() {
  return (
    <svg
      viewBox="0 0 1280 600"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full fill-none stroke-surface"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M640 168h86v68l-84 6z" className="fill-success-soft stroke-none" />
      <path d="M932 250l128-10 12 66-132 14z" className="fill-success-soft stroke-none" />
      <path d={houses} transform="rotate(-1.6 600 300)" className="fill-ink/6 stroke-none" />
      {lanes.map((d) => (
        <path key={d} d={d} strokeWidth="7" />
      ))}
      {streets.map((d) => (
        <path key={d} d={d} strokeWidth="15" />
      ))}
      {avenues.map((d) => (
        <path key={d} d={d} strokeWidth="26" />
      ))}
      <g className="fill-muted stroke-none text-[15px] max-sm:text-[17px]">
        {names.map(({ text, at }) => (
          <text key={at} transform={at} dy="5">
            {text()}
          </text>
        ))}
      </g>
      <circle cx="607" cy="268" r="46" className="fill-accent/15 stroke-none" />
      <path
        d="M607 276c-17-20-27-33-27-46a27 27 0 0 1 54 0c0 13-10 26-27 46z"
        className="fill-accent stroke-none"
      />
      <circle cx="607" cy="229" r="10" className="fill-surface stroke-none" />
    </svg>
  );
}
