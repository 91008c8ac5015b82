import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mutations } from './list.ts';

const checkout = join(import.meta.dirname, '..', '..', '..');

for (const { file, text, defect } of mutations)
  test(`the source has a place for the defect: ${defect}`, () => {
    const parts = readFileSync(join(checkout, file), 'utf8').split(text);
    assert.equal(parts.length, 2, `${file} must contain the text once`);
  });
