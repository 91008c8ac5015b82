import { expect, test } from 'vitest';
import { formatBirthDate } from './format.ts';

test('the birth date that programs write where they know none is no fact', () => {
  expect(formatBirthDate('1900-01-01')).toBe('—');
  expect(formatBirthDate('1900-01-01T00:00:00.000Z')).toBe('—');
  expect(formatBirthDate('1900-01-02')).toBe('02.01.1900');
});
