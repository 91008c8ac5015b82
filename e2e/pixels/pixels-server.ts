import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { MAX_RANGES } from '@deqiq/contract/shared/imaging/bricks.ts';
import { build, type Rolldown } from 'vite';
import { byteRanges } from '../../server/src/platform/http/sending/byte-ranges.ts';
import { planResponse } from '../../server/src/platform/http/sending/range.ts';
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

const ETAG = '"1"';

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
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    requests.push(`${path} ${request.headers.range ?? ''}`.trim());
    const object = objects.get(path);
    const file = files.get(path.slice(1) || 'index.html');
    if (object) {
      const { bytes, interruption } = object;
      const { status, body, type } = await answer(request.headers, bytes);
      const headers = { 'content-length': body.length, etag: ETAG, 'content-type': type };
      response.writeHead(status, headers);
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

/** The status, the bytes and their type, as the product's server sends them. */
async function answer(headers: IncomingHttpHeaders, bytes: Uint8Array) {
  const size = bytes.length;
  const resource = { size, etag: ETAG, modifiedAt: new Date(0), maxRanges: MAX_RANGES };
  const plan = planResponse(headers, resource);
  const { status } = plan;
  const type = 'application/octet-stream';
  if ('start' in plan) return { status, body: bytes.subarray(plan.start, plan.end), type };
  if (!('ranges' in plan)) return { status, body: new Uint8Array(0), type };
  const read = async (into: Uint8Array, position: number) => {
    const part = bytes.subarray(position, position + into.length);
    into.set(part);
    return part.length;
  };
  const { contentType, ...parts } = byteRanges({ size, read, close: async () => {} }, plan.ranges);
  const body = new Uint8Array(parts.size);
  await parts.read(body, 0);
  return { status, body, type: contentType };
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
