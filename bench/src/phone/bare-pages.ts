import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BarePages {
  readonly url: string;
  close(): Promise<void>;
}

/** The simplest pages with the same content: a link, and behind it the list as HTML with its first picture. */
export async function barePages(rows: readonly string[], picture: Buffer): Promise<BarePages> {
  const pages: Record<string, { type: string; body: Buffer | string }> = {
    '/': page('<h1>Giriş</h1><p><a href="/list">Rentgen</a></p>'),
    '/list': page(
      `<img src="/picture" width="358" height="201">${rows.map((row) => `<h2>${row}</h2>`).join('')}`,
    ),
    '/picture': { type: 'image/webp', body: picture },
  };
  const server = createServer((request, response) => {
    const content = pages[request.url ?? ''];
    response.writeHead(content ? 200 : 404, { 'content-type': content?.type ?? 'text/plain' });
    response.end(content?.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function page(body: string) {
  const html = `<!doctype html><html lang="az"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Rentgen</title><body>${body}`;
  return { type: 'text/html; charset=utf-8', body: html };
}
