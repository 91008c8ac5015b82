import { ButtonLink } from '../components/button-link.tsx';
import { Logo } from './logo.tsx';
import { PARTNER_LOGIN, RESERVATION } from './navigation.ts';
import { PhoneMenu } from './phone-menu.tsx';
import { WideMenu } from './wide-menu.tsx';

/** Sticky; from 768 px up it slides away on scrolling down past 200 px (boot.ts). */
export function Header({ current }: { current: readonly string[] }) {
  return (
    <header className="header">
      <div className="page-width flex min-h-16 flex-wrap items-center justify-between gap-x-2 md:gap-x-6 md:pt-2 desk:min-h-18 desk:py-0 desk:flex-nowrap">
        <Logo />
        <div className="order-last hidden w-full md:block desk:order-none desk:w-auto">
          <WideMenu current={current} />
        </div>
        <div className="ml-auto flex items-center gap-2 text-desk desk:ml-0">
          <a
            href={PARTNER_LOGIN}
            className="hidden min-h-touch items-center rounded-full px-4 font-medium hover:text-accent md:flex"
          >
            Şəxsi Kabinetə Giriş
          </a>
          <ButtonLink href={RESERVATION} className="max-[22.5rem]:hidden">
            <span className="md:hidden">Online Qeydiyyat</span>
            <span className="hidden md:inline">Online Rezervasiya</span>
          </ButtonLink>
          <PhoneMenu current={current} />
        </div>
      </div>
    </header>
  );
}
