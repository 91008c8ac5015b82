import type { Readable } from 'node:stream';
import type { DerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { DecoderFailure, FailureReason } from '../decoder-errors.ts';
import { type Frame, readFrames } from '../frames.ts';
import type { JobResponse } from '../jobs.ts';
import { MAX_OUTPUT } from '../limits.ts';

/** Takes part of a named output. */
export type OutputHandler = (name: DerivedName, bytes: Buffer) => Promise<void>;

/** How a job answers while it runs. */
export interface AnswerOptions {
  /** Bytes of all outputs. */
  readonly maxOutput: number;
  /** Receives named outputs in their order; the process waits until it resolves. A rejection ends the job. */
  readonly onOutput: OutputHandler | undefined;
}

export interface Answer {
  readonly response: JobResponse;
  readonly payload: Buffer;
}

interface Job extends AnswerOptions {
  readonly settle: (outcome: Answer | Error) => void;
  outputBytes: number;
}

/** The output of a decoder process: that it is ready, then the outputs and the answer of one job at a time. */
export class DecoderAnswers {
  readonly #stdout: Readable;
  readonly #kill: (reason: FailureReason) => void;
  readonly #ready = Promise.withResolvers<void>();
  /** Settles when every output that has arrived is taken. */
  #outputs: Promise<void> = Promise.resolve();
  #job: Job | undefined;
  #residentBytes = 0;

  constructor(stdout: Readable, kill: (reason: FailureReason) => void) {
    this.#stdout = stdout;
    this.#kill = kill;
    this.#ready.promise.catch(() => undefined);
    readFrames(stdout, {
      maxPayload: () => Math.min(this.#job?.maxOutput ?? 0, MAX_OUTPUT),
      onFrame: (frame) => this.#receive(frame),
      onTooLarge: () => kill('output'),
    });
  }

  /** Rejects if the process ends before it is ready. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** After the last job. */
  get residentBytes(): number {
    return this.#residentBytes;
  }

  /** The answer of the next job; rejects if an output cannot be taken, or by `fail`. */
  expect(options: AnswerOptions): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#job = {
        maxOutput: options.maxOutput,
        onOutput: options.onOutput,
        outputBytes: 0,
        settle: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
      };
    });
  }

  /** Nothing is expected any more. */
  clear(): void {
    this.#job = undefined;
  }

  /** The process has ended. */
  fail(failure: DecoderFailure): void {
    this.#ready.reject(failure);
    this.#job?.settle(failure);
  }

  #receive({ header, payload }: Frame): void {
    const response = header as JobResponse;
    if (response.type === 'ready') this.#ready.resolve();
    else if (response.type === 'output') this.#receiveOutput(response.name, payload);
    else {
      if (response.type !== 'missing') this.#residentBytes = response.residentBytes;
      this.#outputs = this.#outputs.then(() => this.#job?.settle({ response, payload }));
    }
  }

  /** One after the other. No more is read until then, so that the pipe makes the process wait. */
  #receiveOutput(name: DerivedName, bytes: Buffer): void {
    const job = this.#job;
    if (job) job.outputBytes += bytes.length;
    if (!job?.onOutput || job.outputBytes > job.maxOutput) {
      this.#kill('output');
      return;
    }
    this.#stdout.pause();
    this.#outputs = this.#outputs
      .then(() => job.onOutput?.(name, bytes))
      .then(() => void this.#stdout.resume())
      .catch((error: unknown) => {
        job.settle(error instanceof Error ? error : new Error('an output failed'));
        this.#kill('aborted');
      });
  }
}
