/// <reference path="./dicomweb-client.d.ts" />
import { api } from 'dicomweb-client';

/** The client of OHIF, signed in with an access token. */
export function dicomwebClient(url: string, accessToken: string) {
  Object.assign(globalThis, { XMLHttpRequest: FetchedRequest });
  const headers = { Authorization: `Bearer ${accessToken}` };
  return new api.DICOMwebClient({ url, headers, verbose: false });
}

/** The part of XMLHttpRequest that dicomweb-client uses; Node has none. */
class FetchedRequest {
  responseType = '';
  readyState = 0;
  status = 0;
  response: unknown;
  onreadystatechange = (): void => {};
  #method = 'GET';
  #url = '';
  #answered = new Headers();
  readonly #headers = new Headers();

  open(method: string, url: string): void {
    this.#method = method.toUpperCase();
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.#answered.get(name);
  }

  getAllResponseHeaders(): string {
    return [...this.#answered].map(([name, value]) => `${name}: ${value}`).join('\r\n');
  }

  send(): void {
    void this.#fetch();
  }

  async #fetch(): Promise<void> {
    const answer = await fetch(this.#url, { method: this.#method, headers: this.#headers });
    const bytes = await answer.arrayBuffer();
    const isJson = this.responseType === 'json' && answer.status === 200;
    this.response = isJson ? JSON.parse(Buffer.from(bytes).toString()) : bytes;
    this.#answered = answer.headers;
    this.status = answer.status;
    this.readyState = 4;
    this.onreadystatechange();
  }
}
