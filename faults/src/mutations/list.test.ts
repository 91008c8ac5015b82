import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mutations } from './list.ts';
import { findTest } from './steps.ts';

const checkout = join(import.meta.dirname, '..', '..', '..');

for (const { file, text, defect, test: nearest } of mutations)
  test(`the source has a place for the defect, and npm test its test: ${defect}`, () => {
    const parts = readFileSync(join(checkout, file), 'utf8').split(text);
    assert.equal(parts.length, 2, `${file} must contain the text once`);
    assert.ok(findTest(nearest), `npm test does not run ${nearest}`);
  });
