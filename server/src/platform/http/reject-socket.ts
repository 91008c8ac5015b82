import type { Socket } from 'node:net';
import type { ErrorBody, ErrorCode } from '@deqiq/contract/shared/errors.ts';

const refusals: Readonly<Record<string, { status: string; code: ErrorCode }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'timeout' },
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', code: 'malformed' },
};

/** Answers what is not even HTTP, in the same shape as every other refusal, and closes. */
export function rejectSocket(error: Error & { code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code } = refusals[error.code] ?? { status: '400 Bad Request', code: 'malformed' };
  const refusal: ErrorBody = { code, message: 'Sorğu oxuna bilmədi', requestId: '' };
  const body = JSON.stringify(refusal);
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
