import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/portal/failure.js';
import * as kitTexts from '@deqiq/messages/ui/kit.js';
import * as notFoundTexts from '@deqiq/messages/ui/not-found.js';
import { useEffect } from 'react';
import {
  isRouteErrorResponse,
  Link,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
} from 'react-router';
import { HttpError } from '../../api/http/http-error.ts';
import { useRetries } from '../../api/http/use-retries.ts';
import { NotFound } from '../../ui/page/not-found.tsx';
import { ErrorPanel } from '../../ui/page/page-states.tsx';
import type { NotFoundReason } from './guards.ts';

/** The not-found screen with its title. */
export function Missing({ reason = null }: { reason?: NotFoundReason }) {
  return (
    <>
      <title>{notFoundTexts.title()}</title>
      <NotFound>
        {reason === 'session-ended' && (
          <Link
            to={portalPaths.adminLogin}
            className="mt-6 inline-flex min-h-touch items-center px-3 text-desk text-muted underline-offset-4 hover:underline"
          >
            {texts.signIn()}
          </Link>
        )}
      </NotFound>
    </>
  );
}

/** Replaces a screen that is forbidden or failed to render. */
export function Failure() {
  const error = useRouteError();
  const denied = isRouteErrorResponse(error) && error.status === 404;
  const isUnreachable = error instanceof HttpError || (!denied && !navigator.onLine);
  useEffect(() => {
    if (!denied && !isUnreachable) console.error(error);
  }, [denied, isUnreachable, error]);
  if (denied) return <Missing reason={(error as { data: NotFoundReason }).data} />;
  if (isUnreachable) return <Unreachable isRequest={error instanceof HttpError} />;
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-16">
      <title>{kitTexts.oops()}</title>
      <ErrorPanel message={kitTexts.pageFailed()} onRetry={() => window.location.reload()} />
    </div>
  );
}

/** The server does not respond, so the session is not verified yet. Retries by itself. */
function Unreachable({ isRequest }: { isRequest: boolean }) {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const { pathname, search } = useLocation();
  // Code that did not arrive is only requested again by a new document.
  const retry = () =>
    isRequest ? navigate(pathname + search, { replace: true }) : window.location.reload();
  useRetries(true, () => (isRequest || navigator.onLine) && retry());

  return (
    <main className="mx-auto w-full max-w-xl px-4 py-16">
      <title>{texts.noConnection()}</title>
      <ErrorPanel
        title={texts.noConnection()}
        message={texts.noConnectionText()}
        onRetry={() => void retry()}
        retryLabel={texts.retry()}
        busy={state === 'loading'}
      />
    </main>
  );
}
