/** The body violates RFC 2046 or RFC 7578; `message` is for the log. */
export class MultipartError extends Error {}

const MAX_HEADERS = 16;

export function parseHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  const lines = text.split('\r\n');
  if (lines.length > MAX_HEADERS) throw new MultipartError('too many headers in a part');
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon < 1 || !/^[!#-'*+\-.^-`|~\w]+$/.test(name))
      throw new MultipartError('a broken header in a part');
    if (headers.has(name)) throw new MultipartError('a header twice in a part');
    headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

const PARAMETER = /\s*;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([^\s;"]+))/y;

export function parseDisposition(header: string): Map<string, string> {
  const kind = /^form-data(?=\s*;)/i.exec(header);
  if (!kind) throw new MultipartError('a part that is not form-data');
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = kind[0].length;
  let end = PARAMETER.lastIndex;
  for (let match = PARAMETER.exec(header); match; match = PARAMETER.exec(header)) {
    const [, key = '', quoted, token] = match;
    if (parameters.has(key.toLowerCase())) throw new MultipartError('a parameter twice');
    parameters.set(key.toLowerCase(), quoted ?? token ?? '');
    end = PARAMETER.lastIndex;
  }
  if (!/^\s*;?\s*$/.test(header.slice(end))) throw new MultipartError('a broken disposition');
  return parameters;
}

/** `filename*` is not allowed in forms (RFC 7578, 4.2), but some clients send it. It wins if it can be decoded. */
export function parseFileName(parameters: ReadonlyMap<string, string>): string | undefined {
  const plain = parameters.get('filename');
  const extended = /^utf-8'[^']*'(.*)$/i.exec(parameters.get('filename*') ?? '')?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Invalid percent encoding: use the plain name.
    }
  }
  return plain === undefined ? undefined : unquote(plain);
}

/** Browsers write `"` as %22 and line ends as %0D%0A (HTML, form submission); older ones and curl as `\"`. */
export function unquote(value: string): string {
  return value
    .replace(/\\(["\\])/g, '$1')
    .replace(/%22/g, '"')
    .replace(/%0D/gi, '\r')
    .replace(/%0A/gi, '\n');
}
