import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { NotFound } from '../ui/page/not-found.tsx';
import { Document, type PageParts } from './document.tsx';
import { drawingFiles } from './drawings/drawings.tsx';
import { Layout } from './layout/layout.tsx';
import { type Page, pages } from './pages.tsx';
import { robots, sitemap, webManifest } from './text-files.ts';

export type { PageParts };
export { pages };

async function renderHtml(node: ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(node, {
    onError(error) {
      throw error;
    },
  });
  return text(prelude);
}

/** A public page as a finished HTML document. */
export function renderPage(page: Page, parts: PageParts): Promise<string> {
  const { path, aliases = [], title, description, data } = page;
  return renderHtml(
    <Document
      parts={parts}
      title={title}
      description={description}
      path={path}
      {...(data && { data: data(parts.publicUrl) })}
    >
      <Layout current={[path, ...aliases]}>{page.content()}</Layout>
    </Document>,
  );
}

/** The page of every unknown address. */
export function renderNotFound(parts: PageParts): Promise<string> {
  return renderHtml(
    <Document parts={parts} title="Səhifə tapılmadı">
      <Layout>
        <NotFound />
      </Layout>
    </Document>,
  );
}

/** Speculation rules: the browser prefetches a page that is about to be opened. */
export const prefetchRules = JSON.stringify({
  prefetch: [
    {
      where: { href_matches: pages.map((page) => encodeURI(page.path)) },
      eagerness: 'moderate',
    },
  ],
});

/** Small files beside the pages, by name. */
export function textFiles(publicUrl: string | undefined): Record<string, string> {
  return {
    'site.webmanifest': webManifest(),
    ...drawingFiles(),
    'robots.txt': robots(publicUrl),
    'sitemap.xml': sitemap(publicUrl),
  };
}
