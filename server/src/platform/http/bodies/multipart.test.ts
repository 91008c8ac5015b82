import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { parseBoundary, parseMultipart } from './multipart.ts';
import { MultipartError } from './part-headers.ts';

const read = (text: string | Buffer, boundary = 'B') =>
  parseMultipart(Buffer.isBuffer(text) ? text : Buffer.from(text), boundary).map((part) => ({
    ...part,
    bytes: part.bytes.toString(),
  }));

const field = (disposition: string, value = 'v') =>
  read(`--B\r\nContent-Disposition: ${disposition}\r\n\r\n${value}\r\n--B--\r\n`)[0];

describe('a form', () => {
  test('of fields and a file is read part by part', () => {
    const parts = read(
      [
        '--B',
        'Content-Disposition: form-data; name="chunk"; filename="blob"',
        'Content-Type: application/octet-stream',
        '',
        'bytes\r\nof two lines',
        '--B',
        'content-disposition:form-data; NAME=chunkNumber',
        '',
        '0',
        '--B--',
        '',
      ].join('\r\n'),
    );
    assert.deepEqual(parts, [
      {
        name: 'chunk',
        fileName: 'blob',
        contentType: 'application/octet-stream',
        bytes: 'bytes\r\nof two lines',
      },
      {
        name: 'chunkNumber',
        fileName: undefined,
        contentType: 'application/octet-stream',
        bytes: '0',
      },
    ]);
  });

  test('may have a preamble, an epilogue, and blanks after its boundaries', () => {
    const head = 'Content-Disposition: form-data; name="a"\r\n\r\n';
    const parts = read(
      `preamble --B\r\n--B \t\r\n${head}1\r\n--B\r\n${head}2\r\n--B-- \r\nepilogue`,
    );
    assert.deepEqual(
      parts.map((part) => part.bytes),
      ['1', '2'],
    );
  });

  test('may end without a line break, and may be empty', () => {
    assert.deepEqual(read('--B--'), []);
    assert.deepEqual(read('--B--\r\n'), []);
    assert.equal(read('--B\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--B--').length, 1);
  });

  test('may contain lines that only begin like its boundary', () => {
    const value = 'x--B\r\n--Bx\r\n\r\n--B-\r\n\n--B--\r\n--B--x\r\r\n';
    assert.equal(field('form-data; name="a"', value)?.bytes, value);
  });

  test('may contain parts without content', () => {
    assert.equal(field('form-data; name="a"', '')?.bytes, '');
    const [part] = read('--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n--B--');
    assert.equal(part?.bytes, '');
  });

  test('keeps every byte, also next to line breaks', () => {
    for (const bytes of [
      randomBytes(100_000),
      Buffer.alloc(1_000, '\r\n'),
      Buffer.from('\r\n--'),
    ]) {
      const body = Buffer.concat([
        Buffer.from('--B\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\n'),
        bytes,
        Buffer.from('\r\n--B--\r\n'),
      ]);
      const [part] = parseMultipart(body, 'B');
      assert.ok(part?.bytes.equals(bytes));
    }
  });
});

describe('names', () => {
  test('are UTF-8, quoted or not, with escapes as browsers and curl write them', () => {
    assert.equal(field('form-data; name="a"; filename="Şəkil 1.dcm"')?.fileName, 'Şəkil 1.dcm');
    assert.equal(field('form-data; name=a; filename=plain.dcm')?.fileName, 'plain.dcm');
    assert.equal(field('form-data; name="a"; filename="a \\"b\\" \\\\ c"')?.fileName, 'a "b" \\ c');
    assert.equal(field('form-data; name="a"; filename="a %22b%22.dcm"')?.fileName, 'a "b".dcm');
    assert.equal(field('form-data; name="a"; filename="a;b=c.dcm"')?.fileName, 'a;b=c.dcm');
    assert.equal(field('form-data; name="a"; filename="C:\\x\\y.dcm"')?.fileName, 'C:\\x\\y.dcm');
  });

  test('of the extended form win if they decode', () => {
    const extended = (value: string) =>
      field(`form-data; name="a"; filename="plain"; filename*=${value}`)?.fileName;
    assert.equal(extended("UTF-8''%C5%9F%C9%99kil.dcm"), 'şəkil.dcm');
    assert.equal(extended("utf-8'az'%C5%9F.dcm"), 'ş.dcm');
    assert.equal(extended("UTF-8''%C5%9"), 'plain');
    assert.equal(extended("latin5''%FE"), 'plain');
  });
});

describe('a malformed form is refused:', () => {
  const head = 'Content-Disposition: form-data; name="a"';
  const cases: Record<string, string> = {
    'without any boundary': 'just text',
    'cut off in a header': `--B\r\n${head}`,
    'cut off in a value': `--B\r\n${head}\r\n\r\nvalue`,
    'cut off before the closing dashes': `--B\r\n${head}\r\n\r\nvalue\r\n--B\r\n`,
    'with bare line feeds': `--B\n${head}\n\nvalue\n--B--\n`,
    'with a part without headers': '--B\r\n\r\nvalue\r\n--B--\r\n',
    'with a part without a name': '--B\r\nContent-Disposition: form-data\r\n\r\nv\r\n--B--',
    'with an attachment': '--B\r\nContent-Disposition: attachment; name=a\r\n\r\nv\r\n--B--',
    'with a name twice': `--B\r\n${head}; name="b"\r\n\r\nv\r\n--B--`,
    'with a header twice': `--B\r\n${head}\r\n${head}\r\n\r\nv\r\n--B--`,
    'with an open quote': '--B\r\nContent-Disposition: form-data; name="a\r\n\r\nv\r\n--B--',
    'with a header without a colon': `--B\r\n${head}\r\nbroken\r\n\r\nv\r\n--B--`,
    'with a huge header': `--B\r\n${head}\r\nX: ${'x'.repeat(9_000)}\r\n\r\nv\r\n--B--`,
    'with many headers': `--B\r\n${head}\r\n${headers(20)}\r\nv\r\n--B--`,
    'with base64': `--B\r\n${head}\r\nContent-Transfer-Encoding: base64\r\n\r\ndg==\r\n--B--`,
    'with too many parts': `${`--B\r\n${head}\r\n\r\nv\r\n`.repeat(201)}--B--`,
  };
  for (const [what, text] of Object.entries(cases))
    test(what, () => assert.throws(() => read(text), MultipartError));
});

test('boundaries are read as RFC 2046 allows them', () => {
  assert.equal(parseBoundary('multipart/form-data; boundary=----WebKit123'), '----WebKit123');
  assert.equal(parseBoundary('multipart/form-data; charset=utf-8; Boundary="a b;c"'), 'a b;c');
  assert.equal(parseBoundary('multipart/form-data; boundary=x; charset=utf-8'), 'x');
  const ofOrthanc = '2aea7e3a-70c1-4c66-8ea2-b6bbe09b6a36-2aea7e3a-70c1-4c66-8ea2-b6bbe09b6a36';
  assert.equal(parseBoundary(`multipart/related; boundary=${ofOrthanc}`), ofOrthanc);
  for (const header of ['', '; boundary=', '; boundary=""', `; boundary=${'x'.repeat(101)}`])
    assert.equal(parseBoundary(`multipart/form-data${header}`), undefined, header);
});

function headers(count: number): string {
  return Array.from({ length: count }, (_, n) => `X-${n}: 1\r\n`).join('');
}
