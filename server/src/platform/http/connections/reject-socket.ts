import type { Socket } from 'node:net';
import { type ErrorBody, type ErrorCode, genericMessages } from '@deqiq/contract/shared/errors.ts';
import { inLanguage } from '../requests/language.ts';

const responses: Readonly<Record<string, { status: string; code: ErrorCode }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'timeout' },
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', code: 'malformed' },
};

/** Responds to bytes that are not HTTP, in the shape of every other error, and closes the socket. */
export function rejectSocket(error: Error & { code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code } = responses[error.code] ?? {
    status: '400 Bad Request',
    code: 'malformed',
  };
  const message = inLanguage('az', genericMessages.malformed);
  const body = JSON.stringify({ code, message, requestId: '' } satisfies ErrorBody);
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
