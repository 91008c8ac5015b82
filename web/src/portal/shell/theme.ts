import type { createBrowserRouter } from 'react-router';

/** The back-office is light; the partner area, its sign-in included, follows the system's theme. */
export function syncThemeWithRoute(router: ReturnType<typeof createBrowserRouter>): void {
  const mark = (pathname: string) => {
    document.documentElement.dataset.area = /^\/admin(\/|$)/.test(pathname) ? 'admin' : 'partner';
  };
  mark(router.state.location.pathname);
  router.subscribe(({ location }) => mark(location.pathname));
}
