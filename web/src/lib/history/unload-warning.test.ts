import { expect, test } from 'vitest';
import { dropUnloadWarnings, warnBeforeUnload } from './unload-warning.ts';

/** Whether the browser would ask before it closes this page. */
function isAsked(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('the browser asks before it closes the page until the last transfer has ended', () => {
  const stopFirst = warnBeforeUnload();
  const stopSecond = warnBeforeUnload();
  stopFirst();
  stopFirst();
  expect(isAsked()).toBe(true);
  stopSecond();
  expect(isAsked()).toBe(false);
});

test('a page that is left for good shows no warning', () => {
  const stop = warnBeforeUnload();
  dropUnloadWarnings();
  expect(isAsked()).toBe(false);
  stop();
});
