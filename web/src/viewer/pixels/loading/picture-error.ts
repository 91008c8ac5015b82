/**
 * Why a picture cannot be read. `network`: no connection, or the server has a fault. `missing`: there is no such file,
 * or the session has ended. `expired`: the link is too old, a new one may work. `damaged`: the bytes cannot be decoded.
 * `memory`: the level does not fit into memory. `unsupported`: the browser runs no WebAssembly or no workers.
 */
export type PictureFailure =
  | 'network'
  | 'missing'
  | 'expired'
  | 'damaged'
  | 'memory'
  | 'unsupported';

export class PictureError extends Error {
  readonly failure: PictureFailure;

  constructor(failure: PictureFailure, cause?: unknown) {
    super(`the picture cannot be read: ${failure}`, { cause });
    this.name = 'PictureError';
    this.failure = failure;
  }
}

/** The reason for a failed response; undefined for a success. */
export function findFailure({ ok, status }: Response): PictureFailure | undefined {
  if (ok) return undefined;
  if (status === 404) return 'missing';
  return status === 410 ? 'expired' : 'network';
}
