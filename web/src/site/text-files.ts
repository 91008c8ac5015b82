import { provider } from '@deqiq/contract/shared/provider.ts';
import { pages } from './pages.tsx';

/** The manifest: phones can add the site to their home screen. */
export function webManifest(): string {
  return JSON.stringify({
    name: provider.name,
    short_name: provider.shortName,
    lang: 'az',
    start_url: '/',
    display: 'browser',
    background_color: '#fbfaf7',
    theme_color: '#0c1b2a',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  });
}

/** Rules for search engines: they may read the public pages, not the portal. */
export function robots(publicUrl: string | undefined): string {
  const lines = ['User-agent: *', 'Disallow: /admin/', 'Disallow: /partner/', 'Disallow: /api/'];
  if (publicUrl) lines.push('', `Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`);
  return `${lines.join('\n')}\n`;
}

/** Without an origin the addresses are relative, and the server puts the origin of the request before each. */
export function sitemap(publicUrl: string | undefined): string {
  const absolute = (own: string) => (publicUrl ? new URL(own, publicUrl).href : own);
  const urls = pages.map((page) => `  <url><loc>${absolute(encodeURI(page.path))}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
