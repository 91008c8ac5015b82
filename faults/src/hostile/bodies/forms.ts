import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';

export const BOUNDARY = 'B';

/** A form that is malformed in one way, or valid but unusual. */
export interface OddForm {
  readonly what: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** Whether it must be refused: a parser that accepts it misreads it. */
  readonly refused: boolean;
}

const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const NAME = 'Content-Disposition: form-data; name="chunk"; filename="blob"';
const PLAIN = 'Content-Disposition: form-data; name="message"';
const part = (head: string, value: string | Buffer = 'v') =>
  Buffer.concat([
    Buffer.from(`--B\r\n${head}\r\n\r\n`, 'latin1'),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
const end = Buffer.from('--B--\r\n');
const whole = (...parts: (Buffer | string)[]) =>
  Buffer.concat([...parts.map((each) => Buffer.from(each)), end]);
const bytes = (text: string) => Buffer.from(text, 'latin1');

const wrong: Readonly<Record<string, Buffer>> = {
  'an empty body': Buffer.alloc(0),
  'only a NUL': Buffer.alloc(1),
  'a megabyte of NUL': Buffer.alloc(1_000_000),
  'text and no boundary': bytes('fullName=x'),
  'a JSON body': bytes('{"fullName":"x"}'),
  'only dashes': Buffer.alloc(5_000, '-'),
  'only line ends': Buffer.alloc(5_000, '\r\n'),
  'the boundary alone': bytes('--B'),
  'the boundary and a line end': bytes('--B\r\n'),
  'another boundary': bytes(
    '--C\r\nContent-Disposition: form-data; name="a"\r\n\r\nv\r\n--C--\r\n',
  ),
  'the boundary in lower case': bytes(`--b\r\n${PLAIN}\r\n\r\nv\r\n--b--\r\n`),
  'bare line feeds': bytes(`--B\n${PLAIN}\n\nv\n--B--\n`),
  'bare carriage returns': bytes(`--B\r${PLAIN}\r\rv\r--B--\r`),
  'no closing boundary': part(PLAIN),
  'one closing dash': bytes(`--B\r\n${PLAIN}\r\n\r\nv\r\n--B-`),
  'cut off in a header': bytes('--B\r\nContent-Dispo'),
  'cut off behind the headers': bytes(`--B\r\n${PLAIN}\r\n\r\n`),
  'cut off in a file': Buffer.concat([bytes(`--B\r\n${NAME}\r\n\r\n`), Buffer.alloc(60_000, 7)]),
  'no blank line behind the headers': bytes(`--B\r\n${PLAIN}\r\nv\r\n--B--\r\n`),
  'no headers': whole(bytes('--B\r\n\r\nv\r\n')),
  'no disposition': whole(part('Content-Type: text/plain')),
  'an attachment': whole(part('Content-Disposition: attachment; name="a"')),
  'an empty disposition': whole(part('Content-Disposition:')),
  'no name': whole(part('Content-Disposition: form-data; filename="a"')),
  'a name without a value': whole(part('Content-Disposition: form-data; name')),
  'a name twice': whole(part('Content-Disposition: form-data; name="a"; name="b"')),
  'a file name twice': whole(
    part('Content-Disposition: form-data; name="a"; filename="a"; filename="b"'),
  ),
  'an open quote': whole(part('Content-Disposition: form-data; name="a')),
  'a quote that ends in a backslash': whole(part('Content-Disposition: form-data; name="a\\')),
  'a disposition twice': whole(part(`${PLAIN}\r\n${PLAIN}`)),
  'a content type twice': whole(part(`${PLAIN}\r\nContent-Type: a/b\r\nContent-Type: c/d`)),
  'a header without a colon': whole(part(`${PLAIN}\r\nbroken`)),
  'a header without a name': whole(part(`${PLAIN}\r\n: broken`)),
  'a header with a blank before its colon': whole(
    part('Content-Disposition : form-data; name="a"'),
  ),
  'a folded header': whole(part('Content-Disposition: form-data;\r\n name="a"')),
  'a NUL in a header name': whole(part(`${PLAIN}\r\nX\0Y: 1`)),
  'a header of 64 KiB': whole(part(`${PLAIN}\r\nX: ${'x'.repeat(65_536)}`)),
  'a name of 64 KiB': whole(part(`Content-Disposition: form-data; name="${'x'.repeat(65_536)}"`)),
  'five hundred headers': whole(part(`${PLAIN}${'\r\nX: 1'.repeat(500)}`)),
  'five hundred other headers': whole(
    part(PLAIN + Array.from({ length: 500 }, (_, n) => `\r\nX-${n}: 1`).join('')),
  ),
  'a thousand parts': whole(Buffer.concat(Array<Buffer>(1_000).fill(part(PLAIN)))),
  'twenty thousand empty parts': whole('--B\r\n'.repeat(20_000)),
  base64: whole(part(`${PLAIN}\r\nContent-Transfer-Encoding: base64`, 'dg==')),
  'quoted-printable': whole(part(`${PLAIN}\r\nContent-Transfer-Encoding: quoted-printable`, '=41')),
  'an unknown transfer encoding': whole(part(`${PLAIN}\r\nContent-Transfer-Encoding: x-gzip`)),
  'a blank between the dashes and the boundary': bytes(`-- B\r\n${PLAIN}\r\n\r\nv\r\n-- B--\r\n`),
};

/** Valid by the RFC; each route decides about the content. */
const odd: Readonly<Record<string, Buffer>> = {
  'an empty form': end,
  'a preamble of a megabyte': whole(Buffer.alloc(900_000, 'x'), '\r\n', part(PLAIN)),
  'an epilogue that looks like a part': Buffer.concat([whole(part(PLAIN)), part(PLAIN, 'later')]),
  'a form in a form': whole(
    part(`${PLAIN}\r\nContent-Type: multipart/mixed; boundary=C`, '--C\r\n\r\nx\r\n--C--'),
  ),
  'a field called __proto__': whole(
    part('Content-Disposition: form-data; name="__proto__"', '{"a":1}'),
  ),
  'a field called constructor.prototype': whole(
    part('Content-Disposition: form-data; name="constructor"'),
  ),
  'a field called toString and one called length': whole(
    part('Content-Disposition: form-data; name="toString"'),
    part('Content-Disposition: form-data; name="length"', '1e9'),
  ),
  'a NUL in a value': whole(part(PLAIN, 'a\0b')),
  'a NUL in a file name': whole(
    part('Content-Disposition: form-data; name="chunk"; filename="a\0.dcm"'),
  ),
  'bytes that are no UTF-8': whole(
    part(PLAIN, Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80])),
  ),
  'broken percent signs in a file name': whole(
    part('Content-Disposition: form-data; name="chunk"; filename*=UTF-8\'\'%%%zz%ff'),
  ),
  'a file where a field belongs': whole(
    part('Content-Disposition: form-data; name="fullName"; filename="x"'),
  ),
  'a field where a file belongs': whole(part('Content-Disposition: form-data; name="chunk"')),
  'a hundred files under one name': whole(Buffer.concat(Array<Buffer>(100).fill(part(NAME)))),
  'numbers out of range': whole(
    part(NAME),
    part('Content-Disposition: form-data; name="chunkNumber"', '9'.repeat(400)),
    part('Content-Disposition: form-data; name="fileId"', 'a'),
  ),
  'a chunk one byte too long': whole(part(NAME, Buffer.alloc(CHUNK_SIZE + 1))),
};

const types: Readonly<Record<string, string>> = {
  'no boundary': 'multipart/form-data',
  'an empty boundary': 'multipart/form-data; boundary=',
  'a boundary of 71 letters': `multipart/form-data; boundary=${'x'.repeat(71)}`,
  'a boundary with an open quote': 'multipart/form-data; boundary="B',
  'another kind of multipart': 'multipart/mixed; boundary=B',
};

/** A complete message without its end: a parser that ignores the defect after it accepts the form. */
const GOOD = Buffer.concat([
  part('Content-Disposition: form-data; name="fullName"', 'Nigar'),
  part('Content-Disposition: form-data; name="phone"', '+994501234567'),
]);

/** More than sixty hand-made malformed or odd forms. */
export const oddForms: readonly OddForm[] = [
  ...Object.entries(wrong).map(([what, body]) => ({
    what,
    body: body.subarray(0, 3).equals(bytes('--B')) ? Buffer.concat([GOOD, body]) : body,
    contentType: TYPE,
    refused: true,
  })),
  ...Object.entries(odd).map(([what, body]) => ({ what, body, contentType: TYPE, refused: false })),
  ...Object.entries(types).map(([what, contentType]) => ({
    what,
    contentType,
    refused: true,
    body: Buffer.concat([GOOD, end]),
  })),
];
