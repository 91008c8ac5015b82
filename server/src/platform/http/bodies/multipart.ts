import {
  MultipartError,
  parseDisposition,
  parseFileName,
  parseHeaders,
  unquote,
} from './part-headers.ts';

/** A part of multipart/form-data (RFC 7578). Its bytes are a view of the body, not a copy. Lines end with CRLF only. */
export interface Part {
  readonly name: string;
  /** undefined for a plain field; '' for an empty file input. */
  readonly fileName: string | undefined;
  readonly contentType: string;
  readonly bytes: Buffer;
}

const MAX_PARTS = 200;
const MAX_HEADER_BYTES = 8_192;

const CR = 0x0d;
const LF = 0x0a;
const DASH = 0x2d;
const SPACE = 0x20;
const TAB = 0x09;

/** RFC 2046 allows 70 characters; Orthanc's DICOMweb plugin sends 73. */
const MAX_BOUNDARY = 100;

/** The boundary of a Content-Type; undefined if it has none or another one than of printable ASCII. */
export function parseBoundary(contentType: string): string | undefined {
  const match = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  const isAllowed =
    boundary !== undefined &&
    boundary.length <= MAX_BOUNDARY &&
    /^[\x20-\x7e]+$/.test(boundary) &&
    !boundary.endsWith(' ');
  return isAllowed ? boundary : undefined;
}

/** All parts in order. Throws MultipartError if the body is malformed or has too many parts. */
export function parseMultipart(body: Buffer, boundary: string): Part[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const parts: Part[] = [];
  let line = firstDelimiter(body, delimiter);
  while (!line.closes) {
    if (parts.length === MAX_PARTS) throw new MultipartError('too many parts');
    const head = body.subarray(line.next, line.next + MAX_HEADER_BYTES).indexOf('\r\n\r\n');
    if (head < 0) throw new MultipartError('a part without a header, or with a huge one');
    const headers = parseHeaders(body.toString('utf8', line.next, line.next + head));
    // The blank line may be the delimiter's own CRLF: a part without any content (RFC 2046, 5.1.1).
    const end = nextDelimiter(body, delimiter, line.next + head + 2);
    parts.push(
      toPart(headers, body.subarray(Math.min(line.next + head + 4, end.start), end.start)),
    );
    line = end;
  }
  return parts;
}

interface DelimiterLine {
  readonly start: number;
  /** Start of the next line. */
  readonly next: number;
  readonly closes: boolean;
}

function firstDelimiter(body: Buffer, delimiter: Buffer): DelimiterLine {
  const bare = delimiter.subarray(2);
  const atStart = body.subarray(0, bare.length).equals(bare)
    ? delimiterLine(body, 0, bare.length)
    : undefined;
  return atStart ?? nextDelimiter(body, delimiter, 0);
}

function nextDelimiter(body: Buffer, delimiter: Buffer, from: number): DelimiterLine {
  for (let at = body.indexOf(delimiter, from); at >= 0; at = body.indexOf(delimiter, at + 2)) {
    const line = delimiterLine(body, at, at + delimiter.length);
    if (line) return line;
  }
  throw new MultipartError('the body ends before its closing boundary');
}

/** A line of content may begin like the boundary; the bytes after it decide. */
function delimiterLine(body: Buffer, start: number, after: number): DelimiterLine | undefined {
  const closes = body[after] === DASH && body[after + 1] === DASH;
  let at = closes ? after + 2 : after;
  while (body[at] === SPACE || body[at] === TAB) at += 1;
  if (body[at] === CR && body[at + 1] === LF) return { start, next: at + 2, closes };
  return closes && at === body.length ? { start, next: at, closes } : undefined;
}

function toPart(headers: ReadonlyMap<string, string>, bytes: Buffer): Part {
  const parameters = parseDisposition(headers.get('content-disposition') ?? '');
  const name = parameters.get('name');
  if (name === undefined) throw new MultipartError('a part without a name');
  const encoding = headers.get('content-transfer-encoding') ?? 'binary';
  if (!/^(7bit|8bit|binary)$/i.test(encoding))
    throw new MultipartError('a transfer encoding (RFC 7578, 4.7)');
  return {
    name: unquote(name),
    fileName: parseFileName(parameters),
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    bytes,
  };
}
