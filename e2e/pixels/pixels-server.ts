import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import type { Harness } from '../../web/src/viewer/testing/pixels-page.ts';

const web = fileURLToPath(new URL('../../web', import.meta.url));
const PAGE = 'src/viewer/testing/pixels-page.ts';

declare global {
  interface Window {
    harness: Harness;
  }
}

/** The policy of the portal's page, without its inline content. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src 'self' data: blob:";

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  wasm: 'application/wasm',
  html: 'text/html',
};

export interface ServedObject {
  readonly bytes: Uint8Array;
  /** Sends the first bytes, waits, and then breaks the connection; once. */
  interruption?: { readonly after: number; readonly wait: Promise<void> } | undefined;
}

/** Serves the viewer's pixels without the portal, and objects by path. */
export async function startPixelsServer() {
  const files = await bundlePage();
  const objects = new Map<string, ServedObject>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(`${path} ${request.headers.range ?? ''}`.trim());
    const object = objects.get(path);
    const file = files.get(path.slice(1) || 'index.html');
    if (object) {
      const { bytes, interruption } = object;
      const [, from, last] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
      const body = bytes.subarray(Number(from ?? 0), last ? Number(last) + 1 : undefined);
      response.writeHead(from ? 206 : 200, { 'content-length': body.length, etag: '"1"' });
      if (!interruption) return response.end(body);
      object.interruption = undefined;
      response.write(body.subarray(0, interruption.after));
      return interruption.wait.then(() => response.destroy());
    }
    if (!file) return response.writeHead(404).end();
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html';
    return response
      .writeHead(200, { 'content-type': type, 'content-security-policy': POLICY })
      .end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const put = (path: string, { buffer, byteOffset, byteLength }: ArrayBufferView) =>
    objects.set(path, { bytes: new Uint8Array(buffer, byteOffset, byteLength) });
  return {
    url,
    objects,
    requests,
    put,
    putMetadata: (path: string, metadata: object) =>
      put(`${path}/meta`, new TextEncoder().encode(JSON.stringify(metadata))),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export type PixelsServer = Awaited<ReturnType<typeof startPixelsServer>>;

async function bundlePage(): Promise<Map<string, string | Uint8Array>> {
  const { output } = (await build({
    configFile: `${web}/vite.config.ts`,
    logLevel: 'warn',
    root: web,
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { page: `${web}/${PAGE}` },
        output: { entryFileNames: '[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput;
  const files = new Map<string, string | Uint8Array>(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );
  files.set(
    'index.html',
    '<!doctype html><link rel="icon" href="data:,"><canvas></canvas><script type="module" src="/page.js"></script>',
  );
  return files;
}
