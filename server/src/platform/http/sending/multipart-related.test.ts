import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { type Part, toBody } from './multipart-related.ts';

/** Parts, and whether their generators have ended, which closes files. */
function newParts(texts: readonly string[]) {
  const state = { isEnded: false, open: 0 };
  async function* bytesOf(text: string) {
    state.open += 1;
    try {
      if (text === 'away') throw new Error(text);
      yield Buffer.from(text);
    } finally {
      state.open -= 1;
    }
  }
  async function* parts(): AsyncGenerator<Part> {
    try {
      for (const text of texts) yield { headers: { 'Content-Type': 'a/b' }, bytes: bytesOf(text) };
    } finally {
      state.isEnded = true;
    }
  }
  return { state, parts: parts() };
}

test('a body has its parts between boundaries, or the bytes of the only one', async () => {
  const { contentType, body } = await toBody(
    { isMultipart: true, mediaType: 'a/b' },
    newParts(['one', 'two']).parts,
  );
  const [, boundary] = /boundary=(.+)$/.exec(contentType) ?? [];
  assert.equal(
    Buffer.concat(await Array.fromAsync(body)).toString(),
    `--${boundary}\r\nContent-Type: a/b\r\n\r\none\r\n--${boundary}\r\nContent-Type: a/b\r\n\r\ntwo\r\n--${boundary}--\r\n`,
  );
  const { state, parts } = newParts(['one', 'two']);
  const single = await toBody({ isMultipart: false, mediaType: 'a/b' }, parts);
  assert.equal(Buffer.concat(await Array.fromAsync(single.body)).toString(), 'one');
  assert.deepEqual([single.contentType, state.isEnded], ['a/b', true]);
});

test('files are closed when a client disconnects, also before it has read anything', async () => {
  for (const reads of [0, 1]) {
    const { state, parts } = newParts(['one', 'two', 'three']);
    const { body } = await toBody({ isMultipart: true, mediaType: 'a/b' }, parts);
    if (reads > 0) await once(body, 'readable');
    assert.equal(state.isEnded, false);
    body.destroy();
    await once(body, 'close');
    await new Promise(setImmediate);
    assert.deepEqual(state, { isEnded: true, open: 0 });
  }
});

test('there is no body where the bytes of the first part cannot be read', async () => {
  const { state, parts } = newParts(['away', 'two']);
  await assert.rejects(toBody({ isMultipart: true, mediaType: 'a/b' }, parts), /away/);
  assert.deepEqual(state, { isEnded: true, open: 0 });
});
