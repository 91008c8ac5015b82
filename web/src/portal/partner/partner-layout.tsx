import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { Link, Outlet } from 'react-router';
import { useAccount } from '../../api/people/account.ts';
import { clinic } from '../../lib/clinic.ts';
import { Mark } from '../../ui/page/mark.tsx';
import { SkipLink, skipTarget } from '../../ui/page/skip-link.tsx';
import { DownloadTray } from '../examinations/file-viewer/download-tray.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { Installable } from './install/installable.tsx';
import { LogOut } from './log-out.tsx';
import { Sections } from './sections.tsx';

/** The partner area: four sections at the thumb on a phone, a rail beside the page on a wide screen. */
export function PartnerLayout() {
  // Loaded on every screen, so that a re-authentication over the page recognizes the user.
  useAccount();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[14.5rem_minmax(0,1fr)]">
      <SkipLink />
      <header className="md:sticky md:top-0 md:flex md:h-dvh md:flex-col md:border-r md:border-line md:bg-surface md:p-4">
        <div className="flex h-14 items-center justify-between gap-2 border-b border-line pr-2 pl-4 md:mb-5 md:border-0 md:px-2">
          <Link
            to={portalPaths.partnerDashboard}
            className="flex min-h-touch items-center gap-3 font-semibold"
          >
            <span aria-hidden="true" className="size-8 text-text">
              <Mark />
            </span>
            {clinic.name}
          </Link>
          <LanguageSwitch className="md:hidden" />
        </div>
        <Sections />
        <LanguageSwitch className="mt-auto max-md:hidden" />
        <LogOut className="w-full justify-start max-md:hidden" />
      </header>
      <main
        {...skipTarget}
        className="outline-hidden mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 pt-5 max-md:pb-[calc(7rem+env(safe-area-inset-bottom))] md:px-8 md:py-9"
      >
        <Outlet />
      </main>
      <DownloadTray className="max-md:bottom-[calc(4.75rem+env(safe-area-inset-bottom))]" />
      <Installable />
    </div>
  );
}
