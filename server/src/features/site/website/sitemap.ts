import type { PageResponse } from './built-file.ts';

/** An address in a sitemap built without `PUBLIC_URL`: of a page, or of the same page in another language. */
const RELATIVE = /(<loc>|href=")(?=\/)/g;

export const isRelative = (sitemap: string) => sitemap.includes('<loc>/');

/** The origin of the request; localhost if the Host header is invalid. */
function clientOrigin(protocol: string, host: string): string {
  const address = `${protocol}://${host}`;
  return URL.canParse(address) ? new URL(address).origin : `${protocol}://localhost`;
}

/** Sitemaps need absolute URLs, so each path gets the origin of the request. */
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
    body: Buffer.from(sitemap.replaceAll(RELATIVE, (start) => start + origin)),
  };
}
