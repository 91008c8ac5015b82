import * as texts from '@deqiq/messages/site/layout.js';
import * as providerTexts from '@deqiq/messages/site/provider.js';
import type { ReactNode } from 'react';
import { ArchEdge } from '../components/arch-edge.tsx';
import { Each } from '../facts/each.tsx';
import { clinic } from '../facts/slots.ts';
import { BrandIcon } from './brand-icons.tsx';
import { Logo } from './logo.tsx';
import { NavLink } from './nav-link.tsx';
import { footerLinks } from './navigation.ts';

const link = 'min-h-touch items-center hover:text-accent aria-[current=page]:text-accent';

const networks = [
  { list: 'facebook', name: 'Facebook' },
  { list: 'instagram', name: 'Instagram' },
  { list: 'whatsApp', name: 'WhatsApp' },
] as const;

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-3 text-note text-muted">{title}</h2>
      {children}
    </div>
  );
}

export function Footer({ current }: { current: readonly string[] }) {
  return (
    <footer className="lightbox relative">
      <ArchEdge />
      <div className="page-width grid gap-x-10 gap-y-12 pt-14 pb-12 text-desk sm:grid-cols-2 lg:grid-cols-[1.4fr_1.1fr_1.2fr_1fr]">
        <div>
          <Logo />
          <p className="mt-4 max-w-60 text-muted">{providerTexts.slogan()}</p>
          <ul className="mt-6 -ml-3 flex">
            {networks.map(({ list, name }) => (
              <Each key={list} list={list}>
                {(field) => (
                  <li>
                    <a
                      href={field('href')}
                      aria-label={name}
                      rel="noopener"
                      className="grid size-touch place-items-center rounded-full hover:text-accent"
                    >
                      <BrandIcon name={name} />
                    </a>
                  </li>
                )}
              </Each>
            ))}
          </ul>
        </div>
        <Column title={texts.pages()}>
          <nav aria-label={texts.footerMenu()}>
            <ul className="-mt-2 max-sm:columns-[8rem_2]">
              {footerLinks.map(({ label, path }) => (
                <li key={path}>
                  <NavLink path={path} current={current} className={`flex w-fit ${link}`}>
                    {label()}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        </Column>
        <Column title={texts.contact()}>
          <address className="not-italic">
            <p className="mb-2 max-w-56">{clinic.address}</p>
            <a href={clinic.phone.href} className={`inline-flex ${link}`}>
              {clinic.phone.text}
            </a>
            <br />
            <a href={clinic.email.href} className={`inline-flex ${link}`}>
              {clinic.email.text}
            </a>
          </address>
        </Column>
        <Column title={texts.hours()}>
          <dl className="grid gap-3">
            <Each list="hours">
              {(field) => (
                <div>
                  <dt className="text-muted">{field('days')}</dt>
                  <dd>{field('time')}</dd>
                </div>
              )}
            </Each>
          </dl>
        </Column>
      </div>
      <div className="page-width">
        <p className="border-line border-t py-6 text-note text-muted">
          © {clinic.name}, {clinic.city}
        </p>
      </div>
    </footer>
  );
}
