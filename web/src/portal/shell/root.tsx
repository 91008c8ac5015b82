import { type Location, Outlet, ScrollRestoration } from 'react-router';

/** Around every screen: Back returns to a list where it was, from the viewer as well. */
export function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/** Every page that the browser loads anew has the key 'default': its path tells it from the page before. */
const scrollKey = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key);
