import { chosenLanguages, type Language, language, tags } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/site/layout.js';
import type { ReactNode } from 'react';
import cyrillic from '../styles/fonts/onest-cyrillic.woff2?url';
import latin from '../styles/fonts/onest-latin.woff2?url';
import latinExt from '../styles/fonts/onest-latin-ext.woff2?url';
import { pathIn, toAddress } from './addresses.ts';
import { clinic } from './facts/slots.ts';

/** Parts that the build makes once for all pages of a language. */
export interface PageParts {
  css: string;
  boot: string;
  /** Address of the module that hydrates islands. */
  hydrate: string;
  /** Addresses a browser may fetch ahead: the public pages themselves. */
  prefetch: string;
  /** The origin canonical links name; without it they are relative. */
  publicUrl: string | undefined;
}

interface DocumentProps {
  parts: PageParts;
  title: string;
  description?: string;
  /** The Azerbaijani path of this screen; a page that is no address of its own has none. */
  path?: string;
  /** Schema.org data, as an object. */
  data?: object;
  children: ReactNode;
}

const locales: Readonly<Record<Language, string>> = {
  az: 'az_AZ',
  ru: 'ru_RU',
  en: 'en_GB',
  spec: 'en_GB',
};

function SearchEngineHead({ parts, title, description, path }: DocumentProps) {
  if (path === undefined) return <meta name="robots" content="noindex" />;
  const absolute = (own: string) => (parts.publicUrl ? new URL(own, parts.publicUrl).href : own);
  const urlIn = (own: Language) => absolute(encodeURI(pathIn(own, path)));
  const url = urlIn(language());
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {chosenLanguages.map((each) => (
        <link key={each} rel="alternate" hrefLang={each} href={urlIn(each)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={urlIn('az')} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content={locales[language()]} />
      <meta property="og:site_name" content={clinic.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta
        property="og:image"
        content={absolute(`/open-graph${language() === 'az' ? '' : `-${language()}`}.jpg`)}
      />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={texts.previewAlt({ name: clinic.name })} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

const Font = ({ href }: { href: string }) => (
  <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />
);

export function Document(props: DocumentProps) {
  const { parts, title, data, children } = props;
  return (
    <html lang={tags[language()]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <SearchEngineHead {...props} />
        <Font href={latin} />
        <Font href={latinExt} />
        {language() === 'ru' && <Font href={cyrillic} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={toAddress('/site.webmanifest')} />
        <meta name="theme-color" content="#fbfaf7" />
        <style>{parts.css}</style>
        {data && <script type="application/ld+json">{JSON.stringify(data)}</script>}
        <script type="speculationrules">{parts.prefetch}</script>
      </head>
      <body data-hydrate={parts.hydrate}>
        {children}
        <script type="module">{parts.boot}</script>
      </body>
    </html>
  );
}
