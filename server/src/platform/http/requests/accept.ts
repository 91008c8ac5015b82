/** A media type that a client accepts (RFC 9110, 12.5.1). */
export interface AcceptedType {
  /** Lower case, for example `multipart/related`. */
  readonly type: string;
  /** Names in lower case; values without quotes. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** One parameter, its value a token or a quoted string. */
const PARAMETER = /;\s*([^\s=;,]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,]*))/g;

/** Max media types of a header. */
const MAX_TYPES = 50;

/** The media types of an Accept header, the preferred first. An empty header accepts everything. */
export function parseAccept(header: string): AcceptedType[] {
  const ranges = splitOutsideQuotes(header).slice(0, MAX_TYPES).map(parseRange);
  const accepted = ranges.filter(({ type, quality }) => type !== '' && quality > 0);
  if (accepted.length === 0 && ranges.every(({ type }) => type === ''))
    return [{ type: '*/*', parameters: {} }];
  return accepted
    .sort((a, b) => b.quality - a.quality)
    .map(({ type, parameters }) => ({ type, parameters }));
}

function parseRange(text: string): AcceptedType & { readonly quality: number } {
  const end = text.indexOf(';');
  const type = (end < 0 ? text : text.slice(0, end)).trim().toLowerCase();
  const parameters: Record<string, string> = {};
  for (const [, name = '', quoted, token] of text.matchAll(PARAMETER))
    parameters[name.toLowerCase()] = quoted?.replaceAll(/\\(.)/g, '$1') ?? token ?? '';
  const quality = Number(parameters.q ?? 1);
  return { type, parameters, quality: Number.isNaN(quality) ? 1 : quality };
}

function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"' && text[at - 1] !== '\\') isQuoted = !isQuoted;
    else if (text[at] === ',' && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Whether a range such as `image/*` covers a type. */
export function covers(range: string, type: string): boolean {
  if (range === '*/*' || range === type) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}
