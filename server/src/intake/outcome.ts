import type { Answer } from './server-client.ts';

/**
 * What an answer to STOW-RS means for the file. `stored`: forget it; `rejected`: never send it again by itself; `retry`: send it
 * later; `outage`: nothing can be sent now.
 */
export type Outcome = 'stored' | 'rejected' | 'retry' | 'outage';

/** Statuses that concern this file and do not change by waiting. */
const PERMANENT = new Set([409, 413, 415, 422]);

/** Statuses that concern this file and may change. 400: the body was cut off. */
const TEMPORARY = new Set([400, 408, 500]);

/** Failure reasons (0008,1197) of the standard that concern the server's state: PS3.18, 10.5.3.2, PS3.4, B.2.3. */
const isTemporaryReason = (reason: number): boolean =>
  reason === 0x0110 || (reason >= 0xa700 && reason <= 0xa7ff);

/** Classifies an answer to a STOW-RS request with one instance. */
export function classifyAnswer({ status, body }: Answer): Outcome {
  if (status === 200 || status === 202) return 'stored';
  if (status === 409 && failureReasons(body).some(isTemporaryReason)) return 'retry';
  if (PERMANENT.has(status)) return 'rejected';
  return TEMPORARY.has(status) ? 'retry' : 'outage';
}

interface Attribute {
  readonly Value?: readonly unknown[];
}

/** Failure reasons in the response (DICOM JSON). */
function failureReasons(body: string): number[] {
  try {
    const response = JSON.parse(body) as Readonly<Record<string, Attribute>> | null;
    const items = (response?.['00081198']?.Value ?? []) as readonly Record<string, Attribute>[];
    return items.flatMap((item) => (item['00081197']?.Value ?? []).map(Number));
  } catch {
    return [];
  }
}
