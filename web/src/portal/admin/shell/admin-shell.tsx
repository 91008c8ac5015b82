import * as texts from '@deqiq/messages/office/shell.js';
import * as authMessages from '@deqiq/messages/people/auth.js';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { signOut } from '../../../api/people/auth.ts';
import { departure } from '../../../api/people/session/departure.ts';
import { useStaffAccount } from '../../../api/people/staff.ts';
import { cx } from '../../../lib/cx.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { dialogQueue } from '../../../ui/overlay/dialog-queue.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { SkipLink, skipTarget } from '../../../ui/page/skip-link.tsx';
import { ChangePassword } from './change-password.tsx';
import { EnrolmentRequired } from './enrolment-required.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useDrawer } from './use-drawer.ts';
import { useSearchKeys, useSearchText } from './use-search-keys.ts';

const SearchDialog = lazy(async () => ({
  default: (await import('../search/search-dialog.tsx')).SearchDialog,
}));

/** Long enough for the log-out's toast to be read, in milliseconds. */
const FAREWELL_MS = 1000;

/** The back-office: the menu at the left, the section beside it. */
export function AdminShell() {
  const wide = useMediaQuery('(min-width: 48rem)');
  const drawer = useDrawer(wide);
  const account = useStaffAccount();
  const [mustEnrol, setMustEnrol] = useState(false);
  // Stays until the recovery codes were shown, although the factor is active from its first code.
  if (account?.secondFactor === 'required' && !mustEnrol) setMustEnrol(true);
  const [changesPassword, setChangesPassword] = useState(false);
  const [isSearching, setSearching] = useState(false);
  useSearchKeys(mustEnrol ? undefined : () => setSearching(true));
  const [searchText, setSearchText] = useSearchText(isSearching && !mustEnrol);

  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question closes with the page that opened it
  useEffect(() => () => void dialogQueue.dismiss(), [pathname]);

  async function logOut(): Promise<void> {
    const sure = await confirm({
      title: texts.logOutTitle(),
      text: texts.logOutText(),
      confirm: texts.logOutConfirm(),
    });
    if (!sure) return;
    await signOut();
    toast.success(authMessages.loggedOut());
    setTimeout(() => departure.finish('/'), FAREWELL_MS);
  }

  return (
    <>
      <SkipLink />
      <div className="md:grid md:grid-cols-[3.75rem_minmax(0,1fr)] xl:grid-cols-[14.5rem_minmax(0,1fr)]">
        <Sidebar
          panel={drawer.panel}
          inert={!wide && !drawer.open}
          className={cx(
            'max-md:fixed max-md:inset-y-0 max-md:left-0 max-md:z-30 max-md:w-72 max-md:max-w-[85vw] max-md:shadow-float',
            'max-md:transition-transform max-md:duration-240 max-md:ease-out',
            !drawer.open && 'max-md:-translate-x-full max-md:shadow-none',
          )}
          isOwner={account?.role === 'owner'}
          onSearch={() => {
            drawer.close();
            setSearching(true);
          }}
          onSettings={() => {
            drawer.close();
            setChangesPassword(true);
          }}
          onLogOut={() => void logOut()}
        />
        {drawer.open && (
          <div aria-hidden="true" className="fixed inset-0 z-20 bg-veil" onClick={drawer.close} />
        )}
        <div inert={drawer.open} className="flex min-h-dvh min-w-0 flex-col">
          <TopBar
            button={drawer.button}
            open={drawer.open}
            onMenu={drawer.show}
            onSearch={() => setSearching(true)}
          />
          <main
            {...skipTarget}
            className="outline-hidden mx-auto flex w-full max-w-7xl grow flex-col gap-5 px-4 py-6 sm:px-6 lg:py-8"
          >
            {mustEnrol ? <EnrolmentRequired onDone={() => setMustEnrol(false)} /> : <Outlet />}
          </main>
        </div>
      </div>
      {isSearching && !mustEnrol && (
        <Suspense>
          <SearchDialog
            typed={searchText}
            onType={setSearchText}
            onClose={() => setSearching(false)}
          />
        </Suspense>
      )}
      {changesPassword && <ChangePassword onClose={() => setChangesPassword(false)} />}
    </>
  );
}
