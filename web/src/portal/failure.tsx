import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { useWords } from '../ui/language.tsx';
import { NotFound } from '../ui/page/not-found.tsx';
import { ErrorPanel } from '../ui/page/page-states.tsx';

/** The not-found screen with its title. */
export function Missing() {
  return (
    <>
      <title>Səhifə tapılmadı</title>
      <NotFound />
    </>
  );
}

/** What a screen becomes that may not be seen, or that could not be shown. */
export function Failure() {
  const error = useRouteError();
  const words = useWords();
  const denied = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!denied) console.error(error);
  }, [denied, error]);
  if (denied) return <Missing />;
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-16">
      <title>{words.oops}</title>
      <ErrorPanel message={words.pageFailed} onRetry={() => window.location.reload()} />
    </div>
  );
}
