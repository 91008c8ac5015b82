import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseS3Url } from '../s3-url.ts';
import { findBucketAddress } from './bucket-address.ts';

for (const { url, address } of [
  { url: 's3://xray', address: 'https://xray.s3.us-east-1.amazonaws.com/' },
  { url: 's3://xray?region=eu-central-1', address: 'https://xray.s3.eu-central-1.amazonaws.com/' },
  { url: 's3://xray?region=cn-north-1', address: 'https://xray.s3.cn-north-1.amazonaws.com.cn/' },
  {
    url: 's3://xray?region=eusc-de-east-1',
    address: 'https://xray.s3.eusc-de-east-1.amazonaws.eu/',
  },
  { url: 's3://xray?path-style=1', address: 'https://s3.us-east-1.amazonaws.com/xray/' },
  { url: 's3://x.ray', address: 'https://s3.us-east-1.amazonaws.com/x.ray/' },
  { url: 's3://xray?endpoint=https://store.example', address: 'https://xray.store.example/' },
  { url: 's3://xray?endpoint=http://store.example:81', address: 'http://xray.store.example:81/' },
  {
    url: 's3://xray?endpoint=https://store.example/s3/&path-style=1',
    address: 'https://store.example/s3/xray/',
  },
  { url: 's3://xray?endpoint=http://127.0.0.1:81', address: 'http://127.0.0.1:81/xray/' },
  { url: 's3://xray?endpoint=http://[::1]:81', address: 'http://[::1]:81/xray/' },
])
  test(`the bucket of ${url} is at ${address}`, () => {
    const { protocol, hostname, port, host, path } = findBucketAddress(parseS3Url(url));
    assert.equal(`${protocol}//${host}${path}`, address);
    const expected = new URL(address);
    assert.equal(hostname, expected.hostname.replace(/^\[|\]$/g, ''));
    assert.equal(port, expected.port);
  });
