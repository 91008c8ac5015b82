import { MAX_ENCODED_META, readSourceAeTitle } from '../../platform/dicom/file-meta.ts';
import { formatTag, Tag } from '../../platform/dicom/tags.ts';
import { describeError } from '../intake-log.ts';
import type { Spool } from '../spool/spool.ts';
import type { StudyActivity } from '../study-activity.ts';
import type { Answer, ServerClient } from './server-client.ts';

/**
 * Effect of a STOW-RS response on the file. `stored`: forget it; `rejected`: never send it again by itself;
 * `retry`: send it later; `too-many`: send nothing of its machine for a while; `outage`: nothing can be sent now.
 */
export type Outcome = 'stored' | 'rejected' | 'retry' | 'too-many' | 'outage';

/** The end of an attempt to send a file. */
export interface Attempt {
  readonly outcome: Outcome;
  readonly message: string;
  readonly aeTitle: string;
  /** Seconds, where the server names them. */
  readonly retryAfter?: number | undefined;
}

export interface SendDeps {
  readonly spool: Spool;
  readonly client: Pick<ServerClient, 'store'>;
  readonly studies: Pick<StudyActivity, 'find'>;
}

/** Sends a file of the spool. Throws where it cannot be read: that delays this file only. */
export async function sendFile(
  { spool, client, studies }: SendDeps,
  name: string,
): Promise<Attempt> {
  const size = await spool.size(name);
  if (size === undefined) return { outcome: 'stored', message: '', aeTitle: '' };
  const aeTitle = readSourceAeTitle(await spool.head(name, MAX_ENCODED_META));
  let readError: Error | undefined;
  const read = () =>
    spool.read(name).once('error', (error) => {
      readError = error;
    });
  try {
    const answer = await client.store({
      size,
      read,
      callingAeTitle: aeTitle,
      incomplete: studies.find(name),
    });
    const message = `the server answers ${answer.status}`;
    return { outcome: classifyAnswer(answer), message, aeTitle, retryAfter: answer.retryAfter };
  } catch (error) {
    if (readError) throw readError;
    const message = `no connection to the server: ${describeError(error)}`;
    return { outcome: 'outage', message, aeTitle };
  }
}

/** Statuses that concern this file and do not change by waiting. */
const PERMANENT = new Set([409, 413, 415, 422]);

/** Statuses that concern this file and may change. 400: the body was cut off. */
const TEMPORARY = new Set([400, 408, 500]);

/** Failure reasons (0008,1197) of the standard that concern the server's state: PS3.18, 10.5.3.2, PS3.4, B.2.3. */
const isTemporaryReason = (reason: number): boolean =>
  reason === 0x0110 || (reason >= 0xa700 && reason <= 0xa7ff);

/** The daily limit of one machine. */
const TOO_MANY = 429;

/** Classifies an answer to a STOW-RS request with one instance. */
function classifyAnswer({ status, body }: Answer): Outcome {
  if (status === 200 || status === 202) return 'stored';
  if (status === 409 && failureReasons(body).some(isTemporaryReason)) return 'retry';
  if (PERMANENT.has(status)) return 'rejected';
  if (status === TOO_MANY) return 'too-many';
  return TEMPORARY.has(status) ? 'retry' : 'outage';
}

interface Attribute {
  readonly Value?: readonly unknown[];
}

/** Failure reasons in the response (DICOM JSON). */
function failureReasons(body: string): number[] {
  try {
    const response = JSON.parse(body) as Readonly<Record<string, Attribute>> | null;
    const items = (response?.[formatTag(Tag.failedSopSequence)]?.Value ?? []) as readonly Record<
      string,
      Attribute
    >[];
    return items.flatMap((item) => (item[formatTag(Tag.failureReason)]?.Value ?? []).map(Number));
  } catch {
    return [];
  }
}
