import { expect, test } from 'vitest';
import { dropUnloadWarnings, warnBeforeUnload } from './unload-warning.ts';

/** Whether the browser would ask before it closes this page. */
function isAsked(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('closing the page is asked about until the last transfer is over', () => {
  const stopFirst = warnBeforeUnload();
  const stopSecond = warnBeforeUnload();
  stopFirst();
  stopFirst();
  expect(isAsked()).toBe(true);
  stopSecond();
  expect(isAsked()).toBe(false);
});

test('a page that is left for good asks nothing', () => {
  const stop = warnBeforeUnload();
  dropUnloadWarnings();
  expect(isAsked()).toBe(false);
  stop();
});
