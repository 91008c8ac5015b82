import { deepEqual, match } from 'node:assert/strict';
import { test } from 'node:test';
import { brokenReferences, unlistedPages } from './decisions.js';

const pages = new Set(['README', 'uploads', 'files']);
const FOLDER = 'decisions';

test('a reference to a page that does not exist is found in sources and documents', () => {
  for (const file of ['server/src/x.ts', 'docs/operating.md', 'docs/decisions/files.md'])
    match(
      brokenReferences(file, `See docs/${FOLDER}/zip.md.`, pages).join(),
      /no page docs\/decisions\/zip\.md/,
    );
});

test('a link between pages is checked', () => {
  match(brokenReferences('docs/decisions/files.md', '[zip](zip.md)', pages).join(), /zip\.md/);
  deepEqual(brokenReferences('docs/decisions/files.md', '[uploads](uploads.md#early)', pages), []);
});

test('the number of a record is found outside of the index', () => {
  const text = `See decision ${'0005'}.`;
  match(brokenReferences('server/src/x.ts', text, pages).join(), /0005 has no number/);
  deepEqual(brokenReferences('docs/decisions/README.md', text, pages), []);
});

test('a page without a line in the index is found', () => {
  const index = '| [uploads](uploads.md) | chunks |\nSee [files](files.md).';
  deepEqual(unlistedPages(index, pages), ['docs/decisions/README.md: no line for files.md']);
});
