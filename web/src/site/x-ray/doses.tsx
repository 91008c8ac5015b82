import * as texts from '@deqiq/messages/site/x-ray-details.js';

interface Dose {
  label: () => string;
  /** Effective dose of adults in microsieverts. */
  from: number;
  to: number;
  median?: number;
  text: () => string;
  /** Not an examination, but what surrounds us anyway. */
  natural?: boolean;
}

/**
 * Examinations: European Commission, Radiation Protection 172 (2012), sections 2.3 and 2.4. Natural
 * background: world average of 2.4 mSv a year, UNSCEAR 2008, volume I, annex B.
 */
const doses: readonly Dose[] = [
  { label: texts.toothLabel, from: 1, to: 1.5, text: texts.toothDose },
  { label: texts.panoramicLabel, from: 2.7, to: 24.3, text: texts.panoramicDose },
  { label: texts.dayLabel, from: 6.6, to: 6.6, text: texts.dayDose, natural: true },
  { label: texts.partLabel, from: 11, to: 674, median: 61, text: texts.partDose },
  { label: texts.wholeLabel, from: 30, to: 1073, median: 87, text: texts.wholeDose },
  { label: texts.conventionalLabel, from: 280, to: 1410, text: texts.conventionalDose },
  { label: texts.yearLabel, from: 2400, to: 2400, text: texts.yearDose, natural: true },
];

const GUIDELINES = 'https://energy.ec.europa.eu/system/files/2014-11/172_1.pdf';

/** The link in the sentence around it. */
const LINK = '\n';

const HIGHEST = 3000;
const WIDTH = 600;
const MIDDLE = 8;

/** A logarithmic scale: each line is ten times the one before. */
const across = (dose: number) => Math.round((Math.log10(dose) / Math.log10(HIGHEST)) * WIDTH);

function Bar({ dose: { from, to, median, natural } }: { dose: Dose }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${MIDDLE * 2}`}
      preserveAspectRatio="none"
      className="h-4 w-full fill-none"
      aria-hidden="true"
    >
      <path
        className="stroke-line"
        d={`M0 ${MIDDLE}H${WIDTH}${[1, 10, 100, 1000].map((line) => `M${across(line)} 0v16`).join('')}`}
      />
      {natural ? (
        <path className="stroke-text" strokeWidth="3" d={`M${across(from)} 1v14`} />
      ) : (
        <path
          className="stroke-accent"
          strokeWidth="8"
          d={`M${across(from)} ${MIDDLE}H${across(to)}`}
        />
      )}
      {median && <path className="stroke-ground" strokeWidth="3" d={`M${across(median)} 3v10`} />}
    </svg>
  );
}

export function Doses() {
  const [before, after] = texts.sourceNote({ guidelines: LINK }).split(LINK);
  return (
    <section className="bg-mist">
      <div className="page-width grid gap-x-16 gap-y-10 py-section lg:grid-cols-[5fr_7fr]">
        <div>
          <h2 className="text-headline">{texts.dosesTitle()}</h2>
          <div className="mt-5 grid max-w-md gap-4 text-muted">
            <p>{texts.dosesText()}</p>
            <p>{texts.restraintText()}</p>
            <p className="text-desk">
              {before}
              <a href={GUIDELINES} rel="noopener" className="underline hover:text-accent-hover">
                {texts.guidelines()}
              </a>
              {after}
            </p>
          </div>
        </div>
        <dl className="grid gap-5">
          {doses.map((dose) => (
            <div
              key={dose.label()}
              className="grid gap-x-4 gap-y-1.5 min-[19rem]:grid-cols-[1fr_auto]"
            >
              <dt className={dose.natural ? 'text-muted' : 'font-medium'}>{dose.label()}</dt>
              <dd>{dose.text()}</dd>
              <dd aria-hidden="true" className="col-span-full">
                <Bar dose={dose} />
              </dd>
            </div>
          ))}
        </dl>
        <p
          aria-hidden="true"
          className="-mt-6 grid grid-cols-[28.8%_28.7%_28.8%_1fr] whitespace-nowrap text-note text-muted lg:col-start-2"
        >
          <span>1</span>
          <span>10</span>
          <span>100</span>
          <span>1000</span>
        </p>
      </div>
    </section>
  );
}
