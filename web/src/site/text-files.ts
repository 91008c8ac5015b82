import { provider } from '@deqiq/contract/shared/provider.ts';
import { chosenLanguages, type Language, language, tags } from '@deqiq/messages/language.ts';
import { pathIn, toAddress } from './addresses.ts';
import { clinic } from './facts/slots.ts';
import { pages } from './pages.tsx';

/** The manifest: phones can add the site to their home screen. */
export function webManifest(): string {
  return JSON.stringify({
    name: clinic.name,
    short_name: provider.shortName,
    lang: tags[language()],
    start_url: toAddress('/'),
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

/**
 * The pages of all languages; each names its other languages. Without an origin the addresses are relative, and the
 * server puts the origin of the request before each.
 */
export function sitemap(publicUrl: string | undefined): string {
  const urlIn = (own: Language, path: string) => {
    const address = encodeURI(pathIn(own, path));
    return publicUrl ? new URL(address, publicUrl).href : address;
  };
  const alternate = (name: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${name}" href="${href}"/>`;
  const urls = pages.flatMap(({ path }) => {
    const alternates = [
      ...chosenLanguages.map((each) => alternate(each, urlIn(each, path))),
      alternate('x-default', urlIn('az', path)),
    ].join('');
    return chosenLanguages.map(
      (each) => `  <url><loc>${urlIn(each, path)}</loc>${alternates}</url>`,
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
