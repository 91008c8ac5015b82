import { randomBytes } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import {
  type IncompleteReason,
  intakeHeaders,
  intakePaths,
} from '@deqiq/contract/machines/intake/intake-link.ts';
import type { IntakeReport } from '@deqiq/contract/machines/intake/intake-reports.ts';
import type { PerformedStepMessage } from '@deqiq/contract/machines/intake/performed-steps.ts';
import type { CommitmentQuestion } from '@deqiq/contract/machines/intake/storage-commitment.ts';

/** Milliseconds without a byte from the server. It answers after it has stored everything. */
const TIMEOUT = 120_000;

/** Bytes of an answer; those of the server are smaller. */
const MAX_ANSWER = 8 * 2 ** 20;

/** Eight files at a time; the others are for a report and for calls of machines, which never wait for files. */
const MAX_SOCKETS = 12;

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Seconds of the header Retry-After; undefined also where it is a date. */
  readonly retryAfter: number | undefined;
}

export interface Instance {
  /** Of the whole file. */
  readonly size: number;
  readonly read: () => Readable;
  readonly callingAeTitle: string;
  /** Why more instances of its study may come. */
  readonly incomplete: IncompleteReason | undefined;
}

type RequestHeaders = Readonly<Record<string, string | number>>;

export type ServerClient = ReturnType<typeof serverClient>;

/** Calls of the intake to the server, with the key that both share. They throw where there is no answer. */
export function serverClient({
  server,
  key,
  timeout = TIMEOUT,
}: {
  readonly server: string;
  readonly key: string;
  readonly timeout?: number;
}) {
  const isSecure = server.startsWith('https:');
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options);
  const send = isSecure ? httpsRequest : httpRequest;

  function call(
    method: string,
    path: string,
    headers: RequestHeaders,
    body?: Readable,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let hasAnswer = false;
      const request = send(new URL(path, server), {
        method,
        agent,
        timeout,
        headers: {
          accept: 'application/dicom+json, application/json',
          ...headers,
          authorization: `Bearer ${key}`,
        },
      });
      request.on('timeout', () => request.destroy(new Error('the server does not answer')));
      request.on('error', reject);
      request.on('response', (response) => {
        hasAnswer = true;
        readAnswer(response).then(resolve, reject);
      });
      if (!body) request.end();
      else
        pipeline(body, request, (error) => {
          // An answer before the end of the body, such as 401, closes the request: the answer counts.
          if (error && !hasAnswer) reject(error);
        });
    });
  }

  function post(path: string, content: object, headers: RequestHeaders = {}): Promise<Answer> {
    const body = Buffer.from(JSON.stringify(content));
    const described = { 'content-type': 'application/json', 'content-length': body.length };
    return call('POST', path, { ...headers, ...described }, Readable.from([body]));
  }

  return {
    /** Sends one file by STOW-RS (PS3.18, 10.5) on behalf of a machine. */
    store({ size, read, callingAeTitle, incomplete }: Instance): Promise<Answer> {
      const boundary = `deqiq-${randomBytes(16).toString('hex')}`;
      const head = Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`);
      const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
      const headers = {
        'content-type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
        'content-length': head.length + size + tail.length,
        [intakeHeaders.aeTitle]: callingAeTitle,
        ...(incomplete && { [intakeHeaders.incomplete]: incomplete }),
      };
      return call('POST', intakePaths.store, headers, Readable.from(parts(head, read(), tail)));
    },

    /** The worklist of a machine, by its AE title; '' for all entries. */
    worklist: (aeTitle = ''): Promise<Answer> =>
      call('GET', intakePaths.worklist, { [intakeHeaders.aeTitle]: aeTitle }),

    report: (state: IntakeReport): Promise<Answer> => post(intakePaths.report, state),

    /** Sends a message of a machine, named by its AE title, about an examination that it performs. */
    recordStep: (step: PerformedStepMessage, aeTitle: string): Promise<Answer> =>
      post(intakePaths.performedSteps, step, { [intakeHeaders.aeTitle]: aeTitle }),

    findCommitted: (question: CommitmentQuestion): Promise<Answer> =>
      post(intakePaths.commitment, question),

    close: (): void => agent.destroy(),
  };
}

async function* parts(head: Buffer, file: Readable, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  yield* file;
  yield tail;
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_ANSWER) throw new Error('the answer of the server is too long');
    chunks.push(chunk);
  }
  const wait = response.headers['retry-after'] ?? '';
  return {
    status: response.statusCode ?? 0,
    body: Buffer.concat(chunks).toString('utf8'),
    retryAfter: /^\d+$/.test(wait) ? Number(wait) : undefined,
  };
}
