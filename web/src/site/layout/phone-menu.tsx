import * as texts from '@deqiq/messages/site/layout.js';
import { ChevronDown, Menu, X } from 'lucide-react';
import { toAddress } from '../addresses.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { NavLink } from './nav-link.tsx';
import { headerEntries, type Link, PARTNER_LOGIN, RESERVATION } from './navigation.ts';

const ID = 'menyu';
const row = 'flex min-h-13 items-center text-title font-medium aria-[current=page]:text-accent';

function Group({
  label,
  links,
  current,
}: {
  label: () => string;
  links: readonly Link[];
  current: readonly string[];
}) {
  return (
    <details name="menyu-qrupu" className="group">
      <summary className={`${row} cursor-pointer list-none justify-between`}>
        {label()}
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.75}
          className="transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="mb-2 border-line border-l-2 pl-4">
        {links.map((link) => (
          <li key={link.path}>
            <NavLink
              path={link.path}
              current={current}
              className="flex min-h-touch items-center text-body text-muted aria-[current=page]:text-accent"
            >
              {link.label()}
            </NavLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The navigation below 768 px: a button and the sheet it opens. */
export function PhoneMenu({ current }: { current: readonly string[] }) {
  return (
    <>
      <button
        type="button"
        popoverTarget={ID}
        aria-label={texts.menu()}
        className="phone-menu-button -mr-2.5 grid size-touch shrink-0 place-items-center rounded-full md:hidden"
      >
        <Menu aria-hidden="true" strokeWidth={1.75} className="when-closed" />
        <X aria-hidden="true" strokeWidth={1.75} className="when-open" />
      </button>
      <div id={ID} popover="auto" className="phone-menu md:hidden">
        <nav aria-label={texts.menu()} className="page-width flex min-h-full flex-col gap-8 py-4">
          <ul className="divide-y divide-line">
            {headerEntries.map((item) => (
              <li key={item.label()}>
                {'links' in item ? (
                  <Group {...item} current={current} />
                ) : (
                  <NavLink path={item.path} current={current} className={row}>
                    {item.label()}
                  </NavLink>
                )}
              </li>
            ))}
          </ul>
          <div className="mt-auto grid gap-3 pb-4">
            <LanguageSwitch path={current[0] ?? '/'} className="-ml-3 flex gap-2" />
            <ButtonLink href={toAddress(RESERVATION)}>{texts.shortReservation()}</ButtonLink>
            <ButtonLink href={PARTNER_LOGIN} quiet>
              {texts.signIn()}
            </ButtonLink>
          </div>
        </nav>
      </div>
    </>
  );
}
