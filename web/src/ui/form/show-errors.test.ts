import { expect, test } from 'vitest';
import { findField } from './show-errors.ts';

const values = { teeth: '36, 37', machines: ['d1'], days: [{ to: '18:00', breaks: [] }] };

test.each([
  ['the field of a form', ['teeth'], 'teeth'],
  ['one field for a list', ['teeth', 3], 'teeth'],
  ['boxes for a list', ['machines', 0], 'machines'],
  ['a part of an item', ['days', 0, 'to'], 'days.0.to'],
  ['a part that the form lacks', ['days', 0, 'breaks', 1, 'to'], 'days.0.breaks'],
  ['another object', ['patient', 'phone'], undefined],
])('an issue of %s is shown there', (_, path, field) => {
  expect(findField(values, path)).toBe(field);
});
