/** Why a process did not finish a job. Reasons other than `aborted`, `closed` and `start` may be the file's fault. */
export type FailureReason =
  | 'timeout'
  | 'memory'
  | 'crash'
  | 'output'
  | 'aborted'
  | 'closed'
  | 'start';

/** A job that ended with its process. */
export class DecoderFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, detail = '') {
    super(`decoder: ${reason}${detail && `, ${detail}`}`);
    this.name = 'DecoderFailure';
    this.reason = reason;
  }
}

/** The file is at fault: it exceeds a limit, or the decoder cannot read it. */
export class RejectedFile extends Error {
  readonly isTooLarge: boolean;

  constructor(reason: string, isTooLarge = false) {
    super(reason);
    this.isTooLarge = isTooLarge;
  }
}

/** The file was removed before the decoder opened it. */
export class MissingFile extends Error {}

/** The file cannot be decoded: it is damaged, exceeds a limit, or ended a decoder before. */
export class UndecodableFile extends Error {}
