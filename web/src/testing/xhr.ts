/** XMLHttpRequest for tests: sends through the `fetch` a test has stubbed, and reports the body as sent immediately. */
export class XhrOverFetch {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  readonly #abort = new AbortController();
  readonly #headers: Record<string, string> = {};
  #request = { method: '', url: '' };
  #answer: Headers | undefined;

  open(method: string, url: string): void {
    this.#request = { method, url };
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  getResponseHeader(name: string): string | null {
    return this.#answer?.get(name) ?? null;
  }

  abort(): void {
    this.#abort.abort();
    this.onabort?.();
  }

  send(body: BodyInit | null): void {
    const { method, url } = this.#request;
    const init = { method, headers: this.#headers, body, signal: this.#abort.signal };
    fetch(url, init).then(
      async (response) => {
        this.responseText = await response.text();
        this.status = response.status;
        this.#answer = response.headers;
        if (this.#abort.signal.aborted) return;
        if (body instanceof FormData) {
          const sizes = [...body.values()].map((value) => (value instanceof File ? value.size : 0));
          const total = sizes.reduce((sum, size) => sum + size, 0);
          this.upload.onprogress?.({ loaded: total, total });
        }
        this.onload?.();
      },
      () => {
        if (!this.#abort.signal.aborted) this.onerror?.();
      },
    );
  }
}
