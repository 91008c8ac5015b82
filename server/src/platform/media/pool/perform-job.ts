import { DecoderFailure, MissingFile, RejectedFile } from '../decoder-errors.ts';
import type { JobInput, JobKind, JobResult, Jobs } from '../jobs.ts';
import { MAX_OUTPUT } from '../limits.ts';
import type { Decoder } from './decoder.ts';
import type { OutputHandler } from './decoder-answers.ts';
import type { Decoders } from './decoders.ts';

export interface PerformOptions {
  /** Aborted when no client waits any more; a running job is then killed with its process. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes of all outputs. */
  readonly maxOutput?: number;
  /** Receives named outputs in their order while the job runs; a rejection ends the job. */
  readonly onOutput?: OutputHandler;
  /** Whether it gets a process that serves no other file, behind all others of the machine. */
  readonly isFresh?: boolean;
}

interface Task<Kind extends JobKind> {
  readonly kind: Kind;
  readonly params: Jobs[Kind]['params'];
  readonly input: JobInput;
}

/**
 * Memory and time of a process that has served others prove nothing about the file: their heaps are still there. A
 * fresh one judges it, unless outputs have left already.
 */
export async function performJob<Kind extends JobKind>(
  decoders: Decoders,
  task: Task<Kind>,
  options: PerformOptions,
): Promise<JobResult<Kind>> {
  const decoder = options.isFresh ? decoders.startFresh(true) : decoders.acquire();
  const canRepeat = decoder.jobs > 0 && !options.onOutput;
  try {
    return await performIn(decoders, decoder, task, options);
  } catch (error) {
    if (!canRepeat || !isLimit(error) || decoders.isClosed) throw error;
    return performIn(decoders, decoders.startFresh(), task, options);
  }
}

async function performIn<Kind extends JobKind>(
  decoders: Decoders,
  decoder: Decoder,
  { kind, params, input }: Task<Kind>,
  { signal, timeout, maxOutput = MAX_OUTPUT, onOutput }: PerformOptions,
): Promise<JobResult<Kind>> {
  const isFile = 'path' in input;
  const path = isFile ? input.path : undefined;
  try {
    const { response, payload } = await decoder.perform({
      request: { kind, params, path, maxOutput, timeout },
      payload: isFile ? undefined : input,
      timeout,
      signal,
      onOutput,
    });
    if (response.type === 'rejected') throw new RejectedFile(response.reason, response.isTooLarge);
    if (response.type === 'missing') throw new MissingFile('there is no such file');
    if (response.type !== 'done') throw new DecoderFailure('crash', 'an unexpected answer');
    return {
      value: response.value as Jobs[Kind]['value'],
      outputs: split(payload, response.lengths),
    };
  } finally {
    decoders.release(decoder);
  }
}

const isLimit = (error: unknown): boolean =>
  error instanceof DecoderFailure && (error.reason === 'memory' || error.reason === 'timeout');

/** The outputs of a job as views of the payload. */
function split(payload: Buffer, lengths: readonly number[]): Buffer[] {
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return payload.subarray(at - length, at);
  });
}
