import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { useEffect } from 'react';
import {
  isRouteErrorResponse,
  Link,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
} from 'react-router';
import { HttpError } from '../api/http/http-error.ts';
import { useRetries } from '../api/http/use-retries.ts';
import { useLabels } from '../ui/language.tsx';
import { NotFound } from '../ui/page/not-found.tsx';
import { ErrorPanel } from '../ui/page/page-states.tsx';
import type { NotFoundReason } from './guards.ts';

/** The not-found screen with its title. */
export function Missing({ reason = null }: { reason?: NotFoundReason }) {
  return (
    <>
      <title>Səhifə tapılmadı</title>
      <NotFound>
        {reason === 'session-ended' && (
          <Link
            to={portalPaths.adminLogin}
            className="mt-6 inline-flex min-h-touch items-center px-3 text-desk text-muted underline-offset-4 hover:underline"
          >
            Sign in
          </Link>
        )}
      </NotFound>
    </>
  );
}

/** Replaces a screen that is forbidden or failed to render. */
export function Failure() {
  const error = useRouteError();
  const labels = useLabels();
  const denied = isRouteErrorResponse(error) && error.status === 404;
  const isUnreachable = error instanceof HttpError || (!denied && !navigator.onLine);
  useEffect(() => {
    if (!denied && !isUnreachable) console.error(error);
  }, [denied, isUnreachable, error]);
  if (denied) return <Missing reason={(error as { data: NotFoundReason }).data} />;
  if (isUnreachable) return <Unreachable isRequest={error instanceof HttpError} />;
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-16">
      <title>{labels.oops}</title>
      <ErrorPanel message={labels.pageFailed} onRetry={() => window.location.reload()} />
    </div>
  );
}

const sentences = {
  az: {
    title: 'Bağlantı yoxdur',
    text: 'Serverə qoşulmaq mümkün olmadı. Bağlantı bərpa olunan kimi səhifə özü açılacaq.',
    retry: 'Yenidən cəhd edin',
  },
  en: {
    title: 'No connection',
    text: 'The server cannot be reached. The page opens by itself as soon as the connection is back.',
    retry: 'Try again',
  },
} as const;

/** The server does not respond, so the session is not verified yet. Retries by itself. */
function Unreachable({ isRequest }: { isRequest: boolean }) {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const { pathname, search } = useLocation();
  const text = sentences[pathname.startsWith('/admin') ? 'en' : 'az'];
  // Code that did not arrive is only requested again by a new document.
  const retry = () =>
    isRequest ? navigate(pathname + search, { replace: true }) : window.location.reload();
  useRetries(true, () => (isRequest || navigator.onLine) && retry());

  return (
    <main className="mx-auto w-full max-w-xl px-4 py-16">
      <title>{text.title}</title>
      <ErrorPanel
        title={text.title}
        message={text.text}
        onRetry={() => void retry()}
        retryLabel={text.retry}
        busy={state === 'loading'}
      />
    </main>
  );
}
