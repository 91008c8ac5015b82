import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { encodeKey, encodeQuery, signRequest } from './signature.ts';

/** Those of "Signature Calculations for the Authorization Header: examples" in the API reference of Amazon S3. */
const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const host = 'examplebucket.s3.amazonaws.com';
const now = Date.UTC(2013, 4, 24);

describe("a request has the signature of AWS's own example", () => {
  for (const { what, path, method = 'GET', headers = {}, names, signature } of [
    {
      what: 'GET of a range',
      path: '/test.txt',
      headers: { range: 'bytes=0-9' },
      names: 'host;range;x-amz-content-sha256;x-amz-date',
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      what: 'PUT of an object',
      method: 'PUT',
      path: `/${encodeKey('test$file.text')}`,
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': hash('sha256', 'Welcome to Amazon S3.'),
      },
      names: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      what: 'GET of a parameter without a value',
      path: `/?${encodeQuery({ lifecycle: '' })}`,
      names: 'host;x-amz-content-sha256;x-amz-date',
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      what: 'GET of a listing',
      path: `/?${encodeQuery({ 'max-keys': '2', prefix: 'J' })}`,
      names: 'host;x-amz-content-sha256;x-amz-date',
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ])
    test(what, () => {
      const signed = signRequest({ method, path, headers: { host, ...headers } }, key, now);
      assert.equal(signed['x-amz-date'], '20130524T000000Z');
      assert.equal(
        signed.Authorization,
        `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/20130524/us-east-1/s3/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
      );
    });
});

test('a key is encoded by RFC 3986, but for its slashes', () => {
  assert.equal(
    encodeKey("p/a b+c&d'e(f)*!~é%2F/../x"),
    'p/a%20b%2Bc%26d%27e%28f%29%2A%21~%C3%A9%252F/../x',
  );
  assert.equal(
    encodeQuery({ prefix: 'p/', 'continuation-token': '1+/=' }),
    'prefix=p%2F&continuation-token=1%2B%2F%3D',
  );
});
