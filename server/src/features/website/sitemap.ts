import type { PageResponse } from './built-file.ts';

/** What a build without `PUBLIC_URL` leaves in front of an address. */
const RELATIVE = '<loc>/';

export const isRelative = (sitemap: string) => sitemap.includes(RELATIVE);

/** The origin the client used; a Host header that names none is as good as none. */
function clientOrigin(protocol: string, host: string): string {
  const address = `${protocol}://${host}`;
  return URL.canParse(address) ? new URL(address).origin : `${protocol}://localhost`;
}

/** A sitemap may not be relative, so each address gets the origin the client itself used. */
export function completeSitemap(sitemap: string, protocol: string, host: string): PageResponse {
  const origin = clientOrigin(protocol, host).replaceAll('&', '&amp;');
  return {
    status: 200,
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'host',
    },
    body: Buffer.from(sitemap.replaceAll(RELATIVE, () => `<loc>${origin}/`)),
  };
}
