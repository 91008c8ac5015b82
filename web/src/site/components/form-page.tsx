import * as texts from '@deqiq/messages/site/common.js';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { clinic } from '../facts/slots.ts';

export interface Step {
  title: () => string;
  text: () => string;
  /** A drawing; steps in a sequence show their number instead. */
  icon?: LucideIcon;
}

interface FormPageProps {
  title: string;
  lead: string;
  /** Steps after the form is sent. */
  steps: readonly Step[];
  form: ReactNode;
  below?: ReactNode;
}

/** A page that is there for one form: what it is for on one side, the form on the other. */
export function FormPage({ title, lead, steps, form, below }: FormPageProps) {
  return (
    <main id="content" className="page-width pb-[clamp(4.5rem,9vw,9rem)]">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-9 pt-10 md:pt-16 lg:grid-cols-[6fr_6fr] lg:grid-rows-[auto_1fr]">
        <div>
          <h1 className="text-display">{title}</h1>
          <p className="mt-5 max-w-lg text-[1.125rem] text-muted">{lead}</p>
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">{form}</div>
        <div>
          <ol className="divide-y divide-line border-line border-y">
            {steps.map(({ title, text, icon: Icon }, index) => (
              <li key={title()} className="grid grid-cols-[2.5rem_1fr] py-6">
                <span aria-hidden="true" className="text-title text-accent">
                  {Icon ? <Icon size={24} strokeWidth={1.75} /> : index + 1}
                </span>
                <div>
                  <h2 className="font-semibold">{title()}</h2>
                  <p className="mt-1 max-w-md text-muted">{text()}</p>
                </div>
              </li>
            ))}
          </ol>
          <p className="mt-6 text-muted">
            {texts.preferCall()}{' '}
            <a
              href={clinic.phone.href}
              className="inline-flex min-h-touch items-center font-medium text-accent-hover hover:underline"
            >
              {clinic.phone.text}
            </a>
          </p>
        </div>
      </div>
      {below}
    </main>
  );
}
