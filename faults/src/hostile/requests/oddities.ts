import type { Figure } from '../../campaign.ts';
import type { TestBench } from '../test-bench.ts';
import type { Piece } from './raw.ts';

/**
 * A conversation on one connection, and the statuses that it may produce; an empty text: the connection may be
 * closed.
 */
interface Oddity {
  readonly what: string;
  readonly pieces: readonly Piece[];
  /** Pattern of the statuses of all responses, separated by spaces. */
  readonly answers: RegExp;
  /** Number of responses to wait for. */
  readonly count?: number;
  /** The client closes its side after the last piece. */
  readonly end?: boolean;
}

const HOST = 'Host: deqiq.example\r\n';
const CLOSE = 'Connection: close\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const LOGIN = 'POST /api/admin/auth/login HTTP/1.1\r\n';
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}${CLOSE}\r\n`;
const post = (headers: string, body = '') => `${LOGIN}${HOST}${JSON_TYPE}${headers}\r\n${body}`;
/** The second request, hidden in the body of the first, that a smuggler wants processed. */
const HIDDEN = `GET /healthz HTTP/1.1\r\n${HOST}X: smuggled\r\n\r\n`;

const refused = /^4\d\d$|^$/;
const bad = /^400$|^$/;
const fine = /^[234]\d\d$/;

const line = (
  what: string,
  pieces: Piece | Piece[],
  answers: RegExp,
  more: Partial<Oddity> = {},
) => ({
  what,
  answers,
  pieces: [pieces].flat(),
  ...more,
});

const smuggling = (): Oddity[] => [
  line('a length and chunks', post(`Content-Length: 4\r\n${CHUNKED}`, `0\r\n\r\n${HIDDEN}`), bad, {
    count: 2,
  }),
  line('chunks and a length', post(`${CHUNKED}Content-Length: 4\r\n`, `0\r\n\r\n${HIDDEN}`), bad, {
    count: 2,
  }),
  line(
    'two lengths',
    post(`Content-Length: 2\r\nContent-Length: ${HIDDEN.length + 2}\r\n`, `{}${HIDDEN}`),
    bad,
    { count: 2 },
  ),
  line('a length twice', post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'), bad, {
    count: 2,
  }),
  line('a list of lengths', post('Content-Length: 2, 2\r\n', '{}'), bad),
  line('a negative length', post('Content-Length: -1\r\n', '{}'), bad),
  line('a length with a plus', post('Content-Length: +2\r\n', '{}'), bad),
  line('a length in hexadecimal', post('Content-Length: 0x2\r\n', '{}'), bad),
  line('a length beyond 2^64', post('Content-Length: 99999999999999999999\r\n', '{}'), bad),
  line('a length of 2^53', post('Content-Length: 9007199254740993\r\n', '{}'), refused),
  line('an empty length', post('Content-Length:\r\n', '{}'), bad),
  line('a length with a blank before its colon', post('Content-Length : 2\r\n', '{}'), bad),
  line('a folded length', post('Content-Length:\r\n 2\r\n', '{}'), bad),
  line('chunked twice', post(`${CHUNKED}${CHUNKED}`, `0\r\n\r\n${HIDDEN}`), bad, { count: 2 }),
  line(
    'chunked, identity',
    post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`),
    bad,
    { count: 2 },
  ),
  line(
    'identity',
    post('Transfer-Encoding: identity\r\nContent-Length: 2\r\n', `{}${HIDDEN}`),
    bad,
    { count: 2 },
  ),
  line('xchunked', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`), bad, {
    count: 2,
  }),
  line('gzip', post('Transfer-Encoding: gzip, chunked\r\n', `0\r\n\r\n`), refused),
  line(
    'chunked after a vertical tab',
    post('Transfer-Encoding: \x0bchunked\r\n', `0\r\n\r\n${HIDDEN}`),
    bad,
    { count: 2 },
  ),
  line(
    'chunked with a blank before its colon',
    post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${HIDDEN}`),
    bad,
    { count: 2 },
  ),
  line(
    'chunked after a bare line feed',
    post('X: y\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
    bad,
    { count: 2 },
  ),
  line(
    'chunks in HTTP/1.0',
    `POST /api/admin/auth/login HTTP/1.0\r\n${HOST}${JSON_TYPE}${CHUNKED}\r\n0\r\n\r\n${HIDDEN}`,
    refused,
    { count: 2 },
  ),
  line(
    'a GET with a body',
    `GET /healthz HTTP/1.1\r\n${HOST}Content-Length: ${HIDDEN.length}\r\n${CLOSE}\r\n${HIDDEN}`,
    fine,
    { count: 2 },
  ),
  line(
    'a request in the body of a refused one',
    post('Content-Length: 3\r\n', `no!${HIDDEN}`),
    /^400( 200)?$/,
    { count: 2 },
  ),
];

const chunks = (): Oddity[] => [
  line('a chunk size that is no number', post(CHUNKED, 'zz\r\n{}\r\n0\r\n\r\n'), bad),
  line('a negative chunk size', post(CHUNKED, '-2\r\n{}\r\n0\r\n\r\n'), bad),
  line('a chunk size out of range', post(CHUNKED, 'ffffffffffffffffff\r\n{}'), bad),
  line('a chunk longer than its size', post(CHUNKED, '1\r\n{}\r\n0\r\n\r\n'), bad),
  line('a chunk shorter than its size, then the end', post(CHUNKED, '50\r\n{}\r\n'), bad, {
    end: true,
  }),
  line('a chunk with bare line feeds', post(CHUNKED, '2\n{}\n0\n\n'), bad),
  line(
    'a chunk extension of 64 KiB',
    post(CHUNKED, `2;${'x'.repeat(65_536)}\r\n{}\r\n0\r\n\r\n`),
    refused,
  ),
  line(
    'trailers of 64 KiB',
    post(CHUNKED, `2\r\n{}\r\n0\r\n${'X: y\r\n'.repeat(11_000)}\r\n`),
    refused,
  ),
  line(
    'a trailer that is a header',
    post(CHUNKED, '2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n'),
    /^400$/,
  ),
  line(
    'twenty thousand chunks of one byte',
    post(CHUNKED, `${'1\r\n \r\n'.repeat(20_000)}0\r\n\r\n`),
    /^413$/,
  ),
];

const lines = (): Oddity[] => [
  // Node accepts these two leniently; neither is ambiguous.
  line('HTTP/0.9', 'GET /\r\n\r\n', /^[24]00$|^$/),
  line('HTTP/0.9 without an end', 'GET /\r\n', bad, { end: true }),
  line('HTTP/1.0 without a host', 'GET /healthz HTTP/1.0\r\n\r\n', /^200$/),
  line('HTTP/1.1 without a host', 'GET /healthz HTTP/1.1\r\n\r\n', bad),
  line(
    'two hosts',
    `GET /healthz HTTP/1.1\r\n${HOST}Host: evil.example\r\n${CLOSE}\r\n`,
    /^[24]\d\d$/,
  ),
  line(
    'a host that is a URL',
    `GET /healthz HTTP/1.1\r\nHost: a/../@evil:99999\r\n${CLOSE}\r\n`,
    fine,
  ),
  line('HTTP/1.9', `GET /healthz HTTP/1.9\r\n${HOST}${CLOSE}\r\n`, bad),
  line('HTTP/2.0', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\0'.repeat(9)}`, bad),
  line('HTTP/3', `GET /healthz HTTP/3\r\n${HOST}\r\n`, bad),
  line('a whole address', `GET http://evil.example/healthz HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, fine),
  line(
    'an absolute URL of the API',
    `GET http://evil.example/api/admin/partners HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
    /^40[014]$/,
  ),
  line('CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`, /^4\d\d$|^$/),
  line('OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, /^4\d\d$/),
  line('TRACE', `TRACE / HTTP/1.1\r\n${HOST}X-Secret: a\r\n${CLOSE}\r\n`, /^4\d\d$/),
  line('an unknown method', `HACK / HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, bad),
  line('a method in lower case', `get / HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, bad),
  line('an upgrade', get('/healthz', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'), fine),
  line(
    'an upgrade to HTTP/2',
    get('/healthz', 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n'),
    fine,
  ),
  line('two blanks in the request line', `GET  /healthz HTTP/1.1\r\n${HOST}\r\n`, /^[24]00$|^$/),
  line('a tab in the request line', `GET\t/healthz\tHTTP/1.1\r\n${HOST}\r\n`, bad),
  line('no address', `GET HTTP/1.1\r\n${HOST}\r\n`, bad),
  line('a path with a NUL', get('/\0'), bad),
  line('a path with line ends', get('/a\r\nX-Injected: 1'), refused),
  line(
    'a path of arbitrary bytes',
    Buffer.concat([
      Buffer.from('GET /'),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from(` HTTP/1.1\r\n${HOST}${CLOSE}\r\n`),
    ]),
    refused,
  ),
  line('broken percent signs', get('/%zz%'), bad),
  line('a path of 70 KiB', get(`/${'a'.repeat(70_000)}`), refused),
  line('a query of 15 KiB', get(`/healthz?${'a=b&'.repeat(3_900)}`), fine),
  line('empty lines before', `\r\n\r\n\r\n${get('/healthz')}`, fine),
  line('line feeds only', `GET /healthz HTTP/1.1\nHost: x\n\n`, refused),
  line('a TLS greeting', Buffer.from('16030100ba010000b60303', 'hex'), bad, { end: true }),
  line('nothing, then the end', '', /^$|^400$/, { end: true }),
  line('a hundred kilobytes of noise', Buffer.alloc(100_000, 0xfe), bad),
];

const headers = (): Oddity[] => [
  line('a header of 64 KiB', get('/healthz', `X: ${'y'.repeat(65_536)}\r\n`), /^431$|^$/),
  line('a header name of 64 KiB', get('/healthz', `${'x'.repeat(65_536)}: y\r\n`), /^431$|^$/),
  line('five thousand headers', get('/healthz', 'X: y\r\n'.repeat(5_000)), /^[24]\d\d$|^$/),
  line('a NUL in a header', get('/healthz', 'X: a\0b\r\n'), bad),
  line('a bare line end in a header', get('/healthz', 'X: a\rb\r\n'), bad),
  line('a header without a colon', get('/healthz', 'broken\r\n'), bad),
  line('a header of blanks', get('/healthz', ' : x\r\n'), bad),
  line('a header name with brackets', get('/healthz', 'X(y): z\r\n'), bad),
  line('ranges by the thousand', get('/', `Range: bytes=${'0-1,'.repeat(2_000)}0-1\r\n`), fine),
  line('unknown encodings', get('/', 'Accept-Encoding: gzip;q=9, *;q=0, x\r\n'), fine),
  line('a tag of 10 KiB', get('/', `If-None-Match: "${'x'.repeat(10_000)}"\r\n`), fine),
  line(
    'a forged address',
    get('/healthz', 'X-Forwarded-For: 127.0.0.1, ::1, <script>\r\nForwarded: for=x\r\n'),
    /^200$/,
  ),
  line(
    'Expect: a continuation',
    post(`Expect: 100-continue\r\nContent-Length: 2\r\n${CLOSE}`, '{}'),
    /^400$/,
  ),
  line('Expect: something else', post('Expect: 200-ok\r\nContent-Length: 2\r\n', '{}'), /^4\d\d$/),
  line(
    'a type of 10 KiB',
    `${LOGIN}${HOST}Content-Type: ${'x'.repeat(10_000)}\r\nContent-Length: 2\r\n${CLOSE}\r\n{}`,
    /^4\d\d$/,
  ),
  line(
    'a compressed body',
    post(`Content-Encoding: gzip\r\nContent-Length: 2\r\n${CLOSE}`, '{}'),
    /^4\d\d$/,
  ),
];

const conversations = (): Oddity[] => [
  line('fifty requests at once', get('/healthz').replace(CLOSE, '').repeat(50), /^(200 ?){50}$/, {
    count: 50,
  }),
  line(
    'a thousand requests at once',
    get('/healthz').replace(CLOSE, '').repeat(1_000),
    /^(200 ?){1000}$/,
    { count: 1_000 },
  ),
  line(
    'a refusal in the middle of many',
    `${get('/healthz').replace(CLOSE, '')}${post('Content-Length: 3\r\n', 'no!')}${get('/healthz')}`,
    /^200 400( 200)?$/,
    { count: 3 },
  ),
  line(
    'a refused body followed by another request',
    `POST /api/admin/checkups HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\n\r\n{}${get('/healthz')}`,
    /^401( 200)?$/,
    { count: 2 },
  ),
  line(
    'headers byte by byte',
    [...get('/healthz')].flatMap((letter) => [letter, 2]),
    /^200$/,
  ),
  line('headers that end in the middle', `GET /healthz HTTP/1.1\r\nHost: x`, bad, { end: true }),
  line('a body that ends in the middle', post('Content-Length: 100\r\n', '{"username":'), bad, {
    end: true,
  }),
  line('a body longer than its length', post(`Content-Length: 2\r\n`, '{}{}{}'), /^400( 400)?$/, {
    count: 2,
  }),
  line(
    'a form refused before its body arrived',
    `POST /api/admin/clinics HTTP/1.1\r\n${HOST}Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 20000000\r\n\r\n--B`,
    /^401$/,
  ),
  line(
    'a body above the limit that never arrives',
    post('Content-Length: 20000000\r\n', '{'),
    /^413$/,
  ),
  line('a response that the client does not await', [get('/'), 1], /.*/, { count: 0 }),
];

/** Sends invalid HTTP, byte by byte. */
export async function oddities(bench: TestBench): Promise<Figure[]> {
  const all = [...smuggling(), ...chunks(), ...lines(), ...headers(), ...conversations()];
  for (const { what, pieces, answers, count = 1, end = false } of all) {
    const label = `HTTP (${what})`;
    const {
      answers: responses,
      text,
      closed,
    } = await bench.speak(label, pieces, { answers: count, end });
    const statuses = responses.map(({ status }) => status).join(' ');
    if (!answers.test(statuses))
      bench.find(`${label}: answered "${statuses}", ${text.slice(0, 300)}`);
    if (!closed && responses.length < count && statuses === '')
      bench.find(`${label}: the connection stayed open`);
    if (/X-Injected/.test(text) || /x: smuggled/i.test(text))
      bench.find(`${label}: ${text.slice(0, 300)}`);
  }
  await bench.settle('odd HTTP');
  return [{ what: 'odd conversations on raw sockets', count: all.length }];
}
