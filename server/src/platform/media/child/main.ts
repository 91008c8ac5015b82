/** A decoder process: reads jobs from standard input, one at a time, and exits when it closes. */
import { Console } from 'node:console';
import { existsSync } from 'node:fs';
import type { DerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { readFrames, writeFrame } from '../frames.ts';
import { FOR_DERIVING, type JobKind, type JobRequest, type JobResponse } from '../jobs.ts';
import { MAX_IMAGE_BYTES } from '../limits.ts';
import { handlers, loadDerive } from './handlers.ts';
import { isTooLarge } from './limit-exceeded.ts';
import { startWatchdog } from './watchdog.ts';

// Standard output carries frames, so output of libraries goes to standard error.
globalThis.console = new Console(process.stderr);

const watchdog = startWatchdog();

const respond = (response: JobResponse, outputs: readonly Uint8Array[] = []) =>
  writeFrame(process.stdout, response, outputs);

async function perform(request: JobRequest, payload: Buffer): Promise<void> {
  const { kind, params, path, maxOutput } = request;
  if (path !== undefined && !existsSync(path)) return respond({ type: 'missing' });
  try {
    const { value, outputs } = await run(kind, params, path === undefined ? payload : { path });
    const lengths = outputs.map((output) => output.length);
    if (lengths.reduce((sum, length) => sum + length, 0) > maxOutput)
      return reject('the output is too large', true);
    const residentBytes = process.memoryUsage.rss();
    return respond({ type: 'done', value, lengths, residentBytes }, outputs);
  } catch (error) {
    return reject(error instanceof Error ? error.message : 'unknown', isTooLarge(error));
  }
}

const reject = (reason: string, isTooLarge: boolean) =>
  respond({ type: 'rejected', reason, isTooLarge, residentBytes: process.memoryUsage.rss() });

const run = <Kind extends JobKind>(
  kind: Kind,
  params: JobRequest<Kind>['params'],
  input: Parameters<(typeof handlers)[Kind]>[1],
) => handlers[kind](params, input, emit);

/** Bytes of an output that are sent at once, so that the server never holds many. */
const MAX_PART = 1024 * 1024;

async function emit(name: DerivedName, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += MAX_PART)
    await respond({ type: 'output', name }, [bytes.subarray(at, at + MAX_PART)]);
}

readFrames(process.stdin, {
  maxPayload: () => MAX_IMAGE_BYTES,
  onFrame: ({ header, payload }) => {
    const request = header as JobRequest;
    watchdog.begin(request.timeout);
    void perform(request, payload).finally(() => watchdog.end());
  },
  onTooLarge: () => process.kill(process.pid, 'SIGKILL'),
});
// The server has died or stops this process. process.exit() would wait for a running decoder.
process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL'));
// Not in the first job, whose time is limited: a background process may get little of the processor.
if (process.argv.includes(FOR_DERIVING)) await loadDerive();
await respond({ type: 'ready' });
