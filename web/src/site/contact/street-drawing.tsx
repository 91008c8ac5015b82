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
const names = [
  { text: 'Təbriz küçəsi', at: 'translate(607 318)rotate(87)' },
  { text: 'Atatürk prospekti', at: 'translate(213 150)rotate(90)' },
  { text: 'Fətəli xan Xoyski prospekti', at: 'translate(690 420)rotate(-2.6)' },
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
      {lanes.map((d) => (
        <path key={d} d={d} strokeWidth="7" />
      ))}
      {streets.map((d) => (
        <path key={d} d={d} strokeWidth="15" />
      ))}
      {avenues.map((d) => (
        <path key={d} d={d} strokeWidth="26" />
      ))}
      <g className="fill-muted stroke-none text-[15px]">
        {names.map(({ text, at }) => (
          <text key={text} transform={at} dy="5">
            {text}
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
