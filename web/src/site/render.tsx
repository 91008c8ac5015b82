import { text } from 'node:stream/consumers';
import { language } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/site/layout.js';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { NotFound } from '../ui/page/not-found.tsx';
import { listAliases, pathIn, toAddress } from './addresses.ts';
import { Document, type PageParts } from './document.tsx';
import { drawingFiles } from './drawings/drawings.tsx';
import { LanguageSwitch } from './layout/language-switch.tsx';
import { Layout } from './layout/layout.tsx';
import { type Page, pages } from './pages.tsx';
import { robots, sitemap, webManifest } from './text-files.ts';

export type { PageParts };

async function renderHtml(node: ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(node, {
    onError(error) {
      throw error;
    },
  });
  return text(prelude);
}

/** A public page as a finished HTML document. */
function renderPage({ path, title, description, data, content }: Page, parts: PageParts) {
  return renderHtml(
    <Document
      parts={parts}
      title={title()}
      description={description()}
      path={path}
      {...(data && { data: data(parts.publicUrl) })}
    >
      <Layout current={[path, ...listAliases(path)]}>{content()}</Layout>
    </Document>,
  );
}

interface RenderedPage {
  /** Decoded and NFC; the first is the canonical one. */
  paths: readonly [string, ...string[]];
  html: string;
  /** The same page with the price list. */
  withPrices?: string;
}

/** Every public page in the language of this build. */
export const renderPages = (parts: PageParts): Promise<RenderedPage[]> =>
  Promise.all(
    pages.map(async (page) => ({
      paths: [
        pathIn(language(), page.path),
        ...(language() === 'az' ? listAliases(page.path) : []),
      ],
      html: await renderPage(page, parts),
      ...(page.withPrices && {
        withPrices: await renderPage({ ...page, ...page.withPrices }, parts),
      }),
    })),
  );

/** The page of every unknown address. It links to the site in each language. */
export function renderNotFound(parts: PageParts): Promise<string> {
  return renderHtml(
    <Document parts={parts} title={texts.notFound()}>
      <Layout>
        <NotFound>
          <LanguageSwitch path="/" className="mt-6 flex justify-center gap-2" />
        </NotFound>
      </Layout>
    </Document>,
  );
}

/** Speculation rules: the browser prefetches a page that is about to be opened. */
export const prefetchRules = (): string =>
  JSON.stringify({
    prefetch: [
      {
        where: { href_matches: pages.map((page) => toAddress(page.path)) },
        eagerness: 'moderate',
      },
    ],
  });

/** Small files beside the pages, by name. */
export function textFiles(publicUrl: string | undefined): Record<string, string> {
  return {
    [toAddress('/site.webmanifest').slice(1)]: webManifest(),
    ...drawingFiles(),
    'robots.txt': robots(publicUrl),
    'sitemap.xml': sitemap(publicUrl),
  };
}
