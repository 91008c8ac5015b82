import * as texts from '@deqiq/messages/portal/sign-in.js';
import { useNavigate } from 'react-router';
import { clinic } from '../../../lib/clinic.ts';
import { Mark } from '../../../ui/page/mark.tsx';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import SignInForm from './sign-in-form.tsx';
import { findStartPage } from './start-page.ts';

export function AdminLoginScreen() {
  const navigate = useNavigate();
  return (
    <>
      <title>{texts.staffTitle()}</title>
      <main className="grid min-h-dvh place-items-center px-4 py-10">
        <div className="w-full max-w-sm">
          <a href="/" className="mb-8 flex items-center gap-3 font-semibold" lang="az">
            <span aria-hidden="true" className="size-11 text-accent">
              <Mark />
            </span>
            {clinic.name}
          </a>
          <h1 className="mb-7 text-headline">{texts.staffHeading()}</h1>
          <SignInForm
            area="admin"
            hasFocus
            onDone={() => void findStartPage().then((page) => navigate(page, { replace: true }))}
          />
          <p className="mt-5 text-desk text-muted">{texts.staffForgotten()}</p>
          <LanguageSwitch className="mt-8 justify-center" />
        </div>
      </main>
    </>
  );
}
