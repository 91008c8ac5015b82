import * as commonTexts from '@deqiq/messages/site/common.js';
import * as texts from '@deqiq/messages/site/contact.js';
import * as formTexts from '@deqiq/messages/site/forms.js';
import { Clock, Mail, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../components/button-link.tsx';
import { Each } from '../facts/each.tsx';
import { clinic } from '../facts/slots.ts';
import { email, fullName, phone } from '../islands/form/person-fields.ts';
import { PublicForm } from '../islands/form/public-form.tsx';
import { FormIsland } from '../islands/island.tsx';
import { StreetMap } from './street-map.tsx';

const fields = [
  fullName,
  { ...email, optional: true },
  phone,
  {
    name: 'message',
    label: formTexts.message,
    type: 'message',
    autoComplete: 'off',
    optional: true,
  },
] as const;

const icon = {
  'aria-hidden': true,
  size: 24,
  strokeWidth: 1.75,
  className: 'text-accent',
} as const;

function Fact({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="py-5">
      <dt className="flex items-center gap-4 font-semibold">
        {icon}
        {title}
      </dt>
      <dd className="mt-1 pl-10 text-muted">{children}</dd>
    </div>
  );
}

function Facts() {
  return (
    <dl className="mt-10 divide-y divide-line border-line border-y">
      <Fact icon={<MapPin {...icon} />} title={commonTexts.address()}>
        {clinic.address}
      </Fact>
      <Fact icon={<Mail {...icon} />} title={commonTexts.email()}>
        <a
          href={clinic.email.href}
          className="inline-flex min-h-touch items-center font-medium text-accent-hover hover:underline"
        >
          {clinic.email.text}
        </a>
      </Fact>
      <Fact icon={<Clock {...icon} />} title={commonTexts.hours()}>
        <Each list="hours">
          {(field) => <span className="block">{`${field('days')}: ${field('time')}`}</span>}
        </Each>
      </Fact>
    </dl>
  );
}

export function ContactPage() {
  return (
    <main id="content" className="pb-[clamp(4.5rem,9vw,9rem)]">
      <div className="page-width grid items-start gap-x-16 gap-y-10 pt-10 md:pt-16 lg:grid-cols-[6fr_6fr]">
        <div>
          <h1 className="text-display">{texts.title()}</h1>
          <p className="mt-5 max-w-lg text-[1.125rem] text-muted">{texts.lead()}</p>
          <a href={clinic.phone.href} className="mt-6 inline-block text-figure hover:text-accent">
            {clinic.phone.text}
          </a>
          <Each list="whatsApp">
            {(field) => (
              <p className="mt-5">
                <ButtonLink href={field('href')} quiet>
                  {commonTexts.writeOnWhatsApp()}
                </ButtonLink>
              </p>
            )}
          </Each>
          <Facts />
        </div>
        <section className="rounded-sheet border border-line bg-surface px-5 pt-7 pb-8 sm:px-10 sm:pt-9 sm:pb-10">
          <h2 className="mb-6 text-headline">{texts.formTitle()}</h2>
          <FormIsland name="contact">
            <PublicForm
              action="/api/misc/contact-message"
              fields={fields}
              submit={texts.submit()}
            />
          </FormIsland>
        </section>
      </div>
      <StreetMap />
    </main>
  );
}
