import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cutOutlines, outlinesFile } from './outlines.ts';

test('the outlines in the repository are those of the font', async () => {
  const stored = JSON.parse(await readFile(outlinesFile, 'utf8')) as Record<string, unknown>;
  assert.deepEqual(stored, JSON.parse(await cutOutlines()));
  for (const letter of 'AzəƏğĞıİşŞçÖü9«') assert.ok(stored[letter], letter);
});
