import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileMeta } from '../../../server/src/platform/dicom/file-meta.ts';
import type { Ending } from '../world.ts';
import { hashDataSet } from './data-set.ts';

export interface ReceivedInstance {
  readonly aeTitle: string;
  readonly transferSyntax: string;
  /** Of the data set, which follows the file meta. */
  readonly sha256: string;
  readonly size: number;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** A server that stores what STOW-RS sends, as the intake sees it. */
export async function stowReceiver(t: Ending, key: string) {
  const instances: ReceivedInstance[] = [];
  const reports: unknown[] = [];
  const waiters = new Set<() => void>();
  let reply = (_count: number, _body: Buffer): Reply | Promise<Reply> => ({ status: 200 });
  let requests = 0;
  let worklist: readonly object[] = [];
  let machines: readonly object[] = [];
  let commit = (): string => 'missing';
  let questions = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const answer = (status: number, content: unknown = {}, retryAfter?: number) => {
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(content));
      for (const wake of waiters) wake();
    };
    if (request.headers.authorization !== `Bearer ${key}`) return answer(401);
    if (request.url === '/dicom-web/intake/worklist') return answer(200, { entries: worklist });
    if (request.url === '/dicom-web/intake/storage-commitment') {
      questions += 1;
      const question = JSON.parse(body.toString('utf8')) as { instances: object[] };
      return answer(200, { states: question.instances.map(() => commit()) });
    }
    if (request.url === '/dicom-web/intake/report') {
      reports.push(JSON.parse(body.toString('utf8')));
      return answer(200, { machines });
    }
    requests += 1;
    const { status, body: content, retryAfter } = await reply(requests, body);
    if (status < 300) instances.push(readInstance(request, body));
    return answer(status, content, retryAfter);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  t.after(async () => {
    server.closeAllConnections();
    server.close();
  });

  return {
    url: `http://127.0.0.1:${port}`,
    instances,
    reports,
    requests: () => requests,
    /** `next` gets the number of the request and its body; where it throws, the connection is cut. */
    replyWith(next: typeof reply): void {
      reply = next;
    },
    /** The state of every instance of which a machine asks whether it is stored. */
    commitWith(next: typeof commit): void {
      commit = next;
    },
    questions: () => questions,
    /** The machines as staff have entered them. */
    setMachines(entered: readonly object[]): void {
      machines = entered;
    },
    setWorklist(entries: readonly object[]): void {
      worklist = entries;
    },
    /** Checks again what `until` waits for. */
    check: (): void => {
      for (const wake of waiters) wake();
    },
    /** Waits until this is true, after an answer or a check. */
    until(condition: () => boolean): Promise<void> {
      return new Promise((resolve) => {
        const check = () => {
          if (!condition()) return;
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
        check();
      });
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The only part of a multipart body. */
function readInstance(request: IncomingMessage, body: Buffer): ReceivedInstance {
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
  const start = body.indexOf('\r\n\r\n') + 4;
  const file = body.subarray(start, body.lastIndexOf(`\r\n--${boundary}--`));
  const meta = readFileMeta(file);
  if (!meta) throw new Error('the part is no DICOM file');
  return {
    aeTitle: String(request.headers['x-intake-ae-title']),
    transferSyntax: meta.uid,
    sha256: hashDataSet(file),
    size: file.length,
  };
}
