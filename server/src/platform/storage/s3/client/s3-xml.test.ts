import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatParts, hasElement, readElements, readText } from './s3-xml.ts';

test('entities are decoded once, by name and by number', () => {
  const xml = '<Key>a&amp;lt;b &lt;&gt;&quot;&apos; &#39;&#x259;&#X1F9B7; &nbsp;&</Key>';
  assert.equal(readText(xml, 'Key'), "a&lt;b <>\"' 'ə🦷 &nbsp;&");
});

test('an element is found by its whole name, with a namespace, empty or missing', () => {
  const xml = `<?xml version="1.0"?>
    <n:List xmlns:n="http://s3"><n:KeyCount>1</n:KeyCount><n:Key a="1">
one</n:Key><Next></Next><Size/></n:List>`;
  assert.equal(readText(xml, 'Key'), '\none');
  assert.equal(readText(xml, 'Next'), '');
  assert.equal(readText(xml, 'Size'), undefined);
  assert.equal(readText(xml, 'Count'), undefined);
  assert.ok(hasElement(xml, 'List'));
  assert.ok(hasElement(xml, 'Size'));
  assert.ok(!hasElement(xml, 'Lis'));
});

test('elements come in their order', () => {
  const xml = '<L><C><K>b</K></C><C><K>a</K></C><K>c</K></L>';
  assert.deepEqual(Array.from(readElements(xml, 'C')), ['<K>b</K>', '<K>a</K>']);
});

test('an ETag returns as it was', () => {
  const etag = '"<&>-2"';
  assert.equal(readText(formatParts([{ number: 1, etag }]), 'ETag'), etag);
});
