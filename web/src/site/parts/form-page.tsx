import { provider } from '@deqiq/contract/provider.ts';
import type { ReactNode } from 'react';

interface FormPageProps {
  title: string;
  lead: string;
  /** What the form leads to. */
  steps: readonly { title: string; text: string }[];
  /** Whether the steps follow one another in time. */
  ordered?: boolean;
  form: ReactNode;
}

/** A page that is there for one form: what it is for on one side, the form on the other. */
export function FormPage({ title, lead, steps, ordered = false, form }: FormPageProps) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <main id="content" className="page-width pb-[clamp(4.5rem,9vw,9rem)]">
      <div className="grid items-start gap-x-16 gap-y-9 pt-10 md:pt-16 lg:grid-cols-[6fr_6fr] lg:grid-rows-[auto_1fr]">
        <div>
          <h1 className="text-display">{title}</h1>
          <p className="mt-5 max-w-lg text-[1.125rem] text-muted">{lead}</p>
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">{form}</div>
        <div>
          <List className="divide-y divide-line border-line border-y">
            {steps.map((step, index) => (
              <li key={step.title} className="grid grid-cols-[2.5rem_1fr] py-6">
                <span aria-hidden="true" className="text-title text-accent">
                  {ordered ? index + 1 : '—'}
                </span>
                <div>
                  <h2 className="font-semibold">{step.title}</h2>
                  <p className="mt-1 max-w-md text-muted">{step.text}</p>
                </div>
              </li>
            ))}
          </List>
          <p className="mt-6 text-muted">
            Zəng etmək daha rahatdır?{' '}
            <a
              href={provider.phone.href}
              className="inline-flex min-h-touch items-center font-medium whitespace-nowrap text-accent-hover hover:underline"
            >
              {provider.phone.text}
            </a>
          </p>
        </div>
      </div>
    </main>
  );
}
