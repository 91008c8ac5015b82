import * as texts from '@deqiq/messages/site/academy.js';
import { Call } from '../components/call.tsx';
import { Drawing } from '../components/drawing.tsx';
import { PageHead } from '../components/page-head.tsx';
import type { DrawingName } from '../drawings/drawings.tsx';
import { Hall } from './hall.tsx';

interface Part {
  id: string;
  title: () => string;
  lead: () => string;
  drawing: DrawingName;
  alt: () => string;
  items: readonly { title: () => string; text: () => string }[];
}

const parts: readonly Part[] = [
  {
    id: 'tedris',
    title: texts.programsTitle,
    lead: texts.programsLead,
    drawing: 'course',
    alt: texts.programsAlt,
    items: [
      { title: texts.coursesTitle, text: texts.coursesText },
      { title: texts.seminarsTitle, text: texts.seminarsText },
      { title: texts.practiceTitle, text: texts.practiceText },
      { title: texts.educationTitle, text: texts.educationText },
    ],
  },
  {
    id: 'materiallar',
    title: texts.materialsTitle,
    lead: texts.materialsLead,
    drawing: 'materials',
    alt: texts.materialsAlt,
    items: [
      { title: texts.booksTitle, text: texts.booksText },
      { title: texts.videosTitle, text: texts.videosText },
      { title: texts.suppliesTitle, text: texts.suppliesText },
    ],
  },
  {
    id: 'mezunlar',
    title: texts.graduatesTitle,
    lead: texts.graduatesLead,
    drawing: 'graduates',
    alt: texts.graduatesAlt,
    items: [
      { title: texts.internshipTitle, text: texts.internshipText },
      { title: texts.jobsTitle, text: texts.jobsText },
      { title: texts.careerTitle, text: texts.careerText },
    ],
  },
];

function Contents() {
  return (
    <nav aria-label={texts.contents()} className="page-width pt-10 md:pt-14">
      <ul className="flex flex-wrap gap-x-8 gap-y-1">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-touch items-center font-medium text-accent-hover hover:underline"
            >
              {title()}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function AcademyPage() {
  return (
    <main id="content">
      <PageHead title={texts.title()}>{texts.lead()}</PageHead>
      <Hall />
      <Contents />
      {parts.map(({ id, title, lead, drawing, alt, items }) => (
        <section
          key={id}
          id={id}
          className="page-width grid gap-x-16 gap-y-8 py-[clamp(2.5rem,5vw,5rem)] lg:grid-cols-[5fr_7fr]"
        >
          <div className="lg:sticky lg:top-28 lg:self-start">
            <h2 className="text-headline">{title()}</h2>
            <p className="mt-4 max-w-md text-muted">{lead()}</p>
            <Drawing name={drawing} alt={alt()} className="mt-6 w-full max-w-md" />
          </div>
          <ul className="self-start divide-y divide-line border-line border-y">
            {items.map((item) => (
              <li
                key={item.title()}
                className="grid gap-x-8 gap-y-1.5 py-6 sm:grid-cols-[15rem_1fr] md:py-7"
              >
                <h3 className="font-semibold">{item.title()}</h3>
                <p className="max-w-md text-muted">{item.text()}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Call
        title={texts.callTitle()}
        text={texts.callText()}
        link={{ label: texts.callLink(), path: '/elaqe' }}
      />
    </main>
  );
}
