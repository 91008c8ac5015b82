import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const { OHIF_DIST: dist = '' } = process.env;

/** Whether the built viewer is there: `npm run test:all` fetches it. */
export const hasOhif = existsSync(join(dist, 'index.html'));

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export type OhifServer = Awaited<ReturnType<typeof startOhif>>;

/** Serves OHIF as a clinic would, with one data source: `/dicom-web` of the site that is set later. */
export async function startOhif() {
  let site = '';
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/app-config.js')
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(configure(site));
    const file = await readFile(join(dist, pathname)).catch(() => undefined);
    return response
      .writeHead(200, {
        'content-type': TYPES[file ? extname(pathname) : '.html'] ?? 'application/octet-stream',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      })
      .end(file ?? (await readFile(join(dist, 'index.html'))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readFrom(url: string) {
      site = url;
    },
    close: () => server.close(),
  };
}

function configure(site: string): string {
  const root = `${site}/dicom-web`;
  const source = {
    namespace: '@ohif/extension-default.dataSourcesModule.dicomweb',
    sourceName: 'dicomweb',
    configuration: {
      friendlyName: 'Deqiq',
      qidoRoot: root,
      wadoRoot: root,
      imageRendering: 'wadors',
      thumbnailRendering: 'wadors',
      enableStudyLazyLoad: true,
    },
  };
  return `window.config = ${JSON.stringify({
    extensions: [],
    modes: [],
    customizationService: {},
    defaultDataSourceName: source.sourceName,
    dataSources: [source],
  })}`;
}
