import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/portal/sign-in.js';
import { Link, useNavigate } from 'react-router';
import { pageAfterSignIn } from '../../shell/guards.ts';
import { PartnerGuestPage } from './partner-guest-page.tsx';
import SignInForm from './sign-in-form.tsx';

const link =
  'inline-flex min-h-11 items-center font-medium text-accent underline-offset-4 hover:underline';

export function PartnerLoginScreen() {
  const navigate = useNavigate();
  return (
    <PartnerGuestPage title={texts.title()} text={texts.text()}>
      <SignInForm
        area="partner"
        onDone={() => void navigate(pageAfterSignIn(window.location.href), { replace: true })}
      />
      <p className="mt-2 text-desk">
        <Link to={portalPaths.passwordReset + window.location.search} className={link}>
          {texts.forgotten()}
        </Link>
      </p>
      <p className="mt-5 flex flex-wrap items-center gap-x-1.5 border-t border-line pt-3 text-desk text-muted">
        {texts.notPartner()}
        <a href="/partnyor/qeydiyyat" className={link}>
          {texts.register()}
        </a>
      </p>
    </PartnerGuestPage>
  );
}
