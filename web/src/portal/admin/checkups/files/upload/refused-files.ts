import * as texts from '@deqiq/messages/office/checkup-uploads.js';
import { describeError, HttpError } from '../../../../../api/http/http-error.ts';
import type { RefusedFile, Selection } from '../../../../../api/imaging/uploads/uploads.ts';

/** How many files one message names. */
const MAX_NAMED = 5;

/** Every file has been sent, and the server refuses some. Its message names them. */
export class RefusedFiles extends HttpError {
  readonly refused: readonly RefusedFile[];

  constructor(refused: readonly RefusedFile[]) {
    const messages = refused.map(({ file, error }) =>
      describeError(error, texts.fileRefused({ name: file.name })),
    );
    const status = refused[0]?.error.status ?? 415;
    super('status', { status, body: { code: 'unsupported-type', message: shorten(messages) } });
    this.refused = refused;
  }
}

/** The files an error is about; a refused create or merge call names them by their index. */
export function findRefusedFiles(
  error: unknown,
  selections: readonly Selection[],
): readonly RefusedFile[] {
  if (error instanceof RefusedFiles) return error.refused;
  if (!(error instanceof HttpError)) return [];
  return error.fields.flatMap(({ path }) => {
    const index = /^(?:xrayFiles|files)\.(\d+)/.exec(path)?.[1];
    const selection = index === undefined ? undefined : selections[Number(index)];
    return selection ? [{ file: selection.file, error }] : [];
  });
}

/** The server's sentence for a file's own row, where the name is above it already. */
export function describeRefusal({ file, error }: RefusedFile): string {
  const sentence = error.fields[0]?.message ?? describeError(error, texts.refused());
  return sentence.startsWith(`${file.name}: `) ? sentence.slice(file.name.length + 2) : sentence;
}

/** Several sentences as one message. */
export function shorten(messages: readonly string[]): string {
  const more = messages.length - MAX_NAMED;
  const named = messages.slice(0, MAX_NAMED);
  return [...named, ...(more > 0 ? [texts.moreRefused({ count: more })] : [])].join('\n');
}
