import * as texts from '@deqiq/messages/site/layout.js';
import { toAddress } from '../addresses.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { PARTNER_LOGIN, RESERVATION } from './navigation.ts';
import { PhoneMenu } from './phone-menu.tsx';
import { WideMenu } from './wide-menu.tsx';

/** Sticky; from 768 px up it slides away on scrolling down past 200 px (boot.ts). */
export function Header({ current }: { current: readonly string[] }) {
  return (
    <header className="header">
      <div className="page-width flex min-h-16 flex-wrap items-center justify-between gap-x-2 md:gap-x-6 md:pt-2 desk:gap-x-4 desk:min-h-18 desk:py-0 desk:flex-nowrap">
        <Logo />
        <div className="order-last hidden w-full items-center justify-between md:flex desk:contents">
          <WideMenu current={current} />
          <LanguageSwitch path={current[0] ?? '/'} className="flex -mr-3 desk:mr-0" />
        </div>
        <div className="ml-auto flex items-center gap-2 text-desk desk:ml-0">
          <a
            href={PARTNER_LOGIN}
            className="hidden min-h-touch items-center rounded-full px-4 font-medium hover:text-accent md:flex desk:px-2.5"
          >
            {texts.signIn()}
          </a>
          <ButtonLink href={toAddress(RESERVATION)} className="max-[22.5rem]:hidden">
            <span className="md:hidden">{texts.shortReservation()}</span>
            <span className="hidden md:inline">{texts.reservation()}</span>
          </ButtonLink>
          <PhoneMenu current={current} />
        </div>
      </div>
    </header>
  );
}
