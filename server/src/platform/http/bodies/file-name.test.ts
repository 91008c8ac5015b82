import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../errors.ts';
import { toVisibleName } from './file-name.ts';

test('a name is shown without folders, direction marks and broken letters', () => {
  const shown: Record<string, string> = {
    'Şəkil 1.dcm': 'Şəkil 1.dcm',
    '../../etc/passwd.dcm': 'passwd.dcm',
    'C:\\rentgen\\panoram.jpg': 'panoram.jpg',
    'a "quoted" \'name\'.png': 'a "quoted" \'name\'.png',
    '%2e%2e%2fscan.dcm': '%2e%2e%2fscan.dcm',
    'S\u0327ekil.jpg': 'Şekil.jpg',
    '\u202egnp.dcm': 'gnp.dcm',
    'half \ud83d.dcm': 'half \ufffd.dcm',
    ' IM000001 ': 'IM000001',
  };
  for (const [input, expected] of Object.entries(shown))
    assert.equal(toVisibleName(input), expected);
});

test('a name without visible characters is rejected', () => {
  const bad = [
    '',
    '  ',
    '..',
    '../../../',
    'a/..',
    'a\0.dcm',
    'a\n.dcm',
    'a\x7f.dcm',
    'x'.repeat(256),
  ];
  for (const input of bad)
    assert.throws(
      () => toVisibleName(input),
      (error) => error instanceof AppError && error.status === 400,
      JSON.stringify(input),
    );
});
