import type { Role } from '@deqiq/contract/auth.ts';
import { accessFor, renew } from '../session/access.ts';
import { HttpError } from './http-error.ts';
import { type Answer, answerOf } from './transport.ts';

export type SendingOptions = {
  /** From 0 to 1; 1 while the server looks at what has arrived. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
  timeoutMs: number;
};

/**
 * Posts a form and tells how much of it has left, which `fetch` cannot: so this one goes through
 * XMLHttpRequest. Signed, refreshed and repeated once after a 401 like everything else.
 */
export async function sendForm<T>(
  role: Role,
  path: string,
  form: FormData,
  options: SendingOptions,
): Promise<T> {
  const token = await accessFor(role);
  let answer = await transfer(path, form, token, options);
  if (answer.status === 401 && token) {
    const renewed = await renew(token);
    if (renewed) answer = await transfer(path, form, renewed, options);
  }
  return answerOf(answer) as T;
}

function transfer(
  path: string,
  form: FormData,
  token: string | undefined,
  { onProgress, signal, timeoutMs }: SendingOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', path);
    request.timeout = timeoutMs;
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token} type=access`);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      const { status, responseText: text } = request;
      resolve({ status, ok: status >= 200 && status < 300, etag: null, text });
    };
    request.onerror = () => reject(new HttpError('fetch'));
    request.ontimeout = () => reject(new HttpError('timeout'));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    if (signal.aborted) reject(signal.reason);
    else request.send(form);
  });
}
