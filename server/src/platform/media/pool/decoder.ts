import { DecoderFailure, type FailureReason } from '../decoder-errors.ts';
import { writeFrame } from '../frames.ts';
import type { JobKind, JobRequest } from '../jobs.ts';
import { BACKGROUND_START_TIMEOUT, START_TIMEOUT } from '../limits.ts';
import { type Answer, type AnswerOptions, DecoderAnswers } from './decoder-answers.ts';
import {
  createExitFailure,
  type DecoderChild,
  type DecoderOptions,
  keepAlive,
  spawnDecoder,
} from './decoder-process.ts';

/** Max characters of standard error for the log. */
const MAX_STDERR = 2_000;

interface DecoderRequest extends Pick<AnswerOptions, 'onOutput'> {
  readonly request: JobRequest<JobKind>;
  readonly payload: Uint8Array | undefined;
  /** Milliseconds after the process is ready. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** A decoder process that performs one job at a time. */
export class Decoder {
  readonly isLast: boolean;
  readonly #startTimeout: number;
  readonly #child: DecoderChild;
  readonly #answers: DecoderAnswers;
  readonly #closed = Promise.withResolvers<void>();
  #jobs = 0;
  #stderr = '';
  #reason: FailureReason | undefined;
  #isEnded = false;

  constructor(options: DecoderOptions) {
    this.isLast = options.isLast;
    this.#startTimeout = options.isBackground ? BACKGROUND_START_TIMEOUT : START_TIMEOUT;
    this.#child = spawnDecoder(options);
    this.#answers = new DecoderAnswers(this.#child.stdout, (reason) => this.#kill(reason));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MAX_STDERR);
    });
    // A process that exits during a write is handled by its close event.
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', (error) => {
      this.#stderr += error.message;
      this.#end();
    });
    this.#child.on('close', () => this.#end());
    keepAlive(this.#child, false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The number of jobs that it was given. */
  get jobs(): number {
    return this.#jobs;
  }

  /** After its last job. */
  get residentBytes(): number {
    return this.#answers.residentBytes;
  }

  /** It may have exited while its pipes are still open. */
  isUsable(): boolean {
    const { killed, exitCode, signalCode } = this.#child;
    return !this.#isEnded && !killed && exitCode === null && signalCode === null;
  }

  /** Sends a job and waits for its response. If it rejects, the process has ended. */
  async perform({ request, payload, timeout, signal, onOutput }: DecoderRequest): Promise<Answer> {
    this.#jobs += 1;
    keepAlive(this.#child, true);
    const onAbort = () => this.#kill('aborted');
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.#start();
      timer = setTimeout(() => this.#kill('timeout'), timeout);
      const answer = this.#answers.expect({ maxOutput: request.maxOutput, onOutput });
      if (this.#isEnded) this.#answers.fail(new DecoderFailure(this.#reason ?? 'crash'));
      const written = writeFrame(this.#child.stdin, request, payload ? [payload] : []);
      // The caller may reuse the bytes afterwards, so wait until the pipe has written them.
      const [result] = await Promise.allSettled([answer, written]);
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#answers.clear();
      keepAlive(this.#child, false);
    }
  }

  /** Ends the process and waits for its exit. */
  async stop(): Promise<void> {
    keepAlive(this.#child, true);
    this.#kill('closed');
    await this.#closed.promise;
  }

  #kill(reason: FailureReason): void {
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  /** Resolves when the process is ready for a job; rejects if it does not start in time. */
  async #start(): Promise<void> {
    const timer = setTimeout(() => this.#kill('start'), this.#startTimeout);
    await this.#answers.ready.finally(() => clearTimeout(timer));
  }

  /** All pipes are closed, so nothing reads the input any more. */
  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#answers.fail(createExitFailure(this.#child, this.#stderr, this.#reason));
    this.#closed.resolve();
  }
}
