import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import { useNavigate } from 'react-router';
import { LanguageArea } from '../../ui/language.tsx';
import { Mark } from '../../ui/page/mark.tsx';
import SignInForm from './sign-in-form.tsx';

export function AdminLoginScreen() {
  const navigate = useNavigate();
  return (
    <LanguageArea language="en">
      <title>Admin Panel</title>
      <main className="grid min-h-dvh place-items-center px-4 py-10">
        <div className="w-full max-w-sm">
          <a href="/" className="mb-8 flex items-center gap-3 font-semibold" lang="az">
            <span aria-hidden="true" className="size-11 text-accent">
              <Mark />
            </span>
            {provider.name}
          </a>
          <h1 className="mb-7 text-headline">ADMIN PANEL</h1>
          <SignInForm
            area="admin"
            hasFocus
            onDone={() => void navigate(portalPaths.adminDashboard, { replace: true })}
          />
        </div>
      </main>
    </LanguageArea>
  );
}
