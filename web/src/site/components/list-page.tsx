import * as texts from '@deqiq/messages/site/common.js';
import type { ReactNode } from 'react';
import { toAddress } from '../addresses.ts';
import { clinic } from '../facts/slots.ts';
import { ButtonLink } from './button-link.tsx';

const JOIN = '/partnyor/qeydiyyat';

interface ListPageProps {
  title: string;
  lead: string;
  /** An invitation to be listed here. */
  invitation: { title: string; text: string };
  /** Shown without JavaScript, before the telephone number. */
  withoutScript: string;
  children: ReactNode;
}

/** A page of cards. At least as high as the screen, so that the footer never moves when the cards arrive. */
export function ListPage({ title, lead, invitation, withoutScript, children }: ListPageProps) {
  return (
    <main id="content">
      <div className="page-width grid items-end gap-x-12 gap-y-5 pt-10 pb-10 md:pt-16 md:pb-14 lg:grid-cols-[7fr_5fr]">
        <h1 className="text-display">{title}</h1>
        <p className="max-w-lg text-[1.125rem] text-muted">{lead}</p>
      </div>
      <div className="page-width min-h-[calc(100svh-14rem)] pb-section">
        {children}
        <noscript>
          <p className="rounded-sheet bg-mist p-8">
            {withoutScript}{' '}
            <a
              href={clinic.phone.href}
              className="inline-flex min-h-touch items-center font-medium text-accent-hover hover:underline"
            >
              {clinic.phone.text}
            </a>
          </p>
        </noscript>
      </div>
      <section className="bg-mist pb-[clamp(1.5rem,5vw,4.5rem)]">
        <div className="page-width grid items-center gap-x-16 gap-y-7 py-section lg:grid-cols-[7fr_5fr]">
          <div>
            <h2 className="text-headline">{invitation.title}</h2>
            <p className="mt-4 max-w-lg text-muted">{invitation.text}</p>
          </div>
          <div className="lg:justify-self-end">
            <ButtonLink href={toAddress(JOIN)} className="min-h-13 px-7">
              {texts.applyForPartnership()}
            </ButtonLink>
          </div>
        </div>
      </section>
    </main>
  );
}
