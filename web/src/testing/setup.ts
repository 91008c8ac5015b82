import { setLanguageSource } from '@deqiq/messages/language.ts';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { queryClient } from '../api/http/query.ts';
import { departure } from '../api/people/session/departure.ts';
import { session } from '../api/people/session/session.ts';
import { navigateAway } from '../lib/history/navigate-away.ts';
import { dialogQueue } from '../ui/overlay/dialog-queue.ts';
import { toast } from '../ui/overlay/toast.ts';
import { XhrOverFetch } from './xhr.ts';

configure({
  // The first test that opens a screen also loads its modules.
  asyncUtilTimeout: 15_000,
  // A wait makes an error at each try: printing the document into it was 8 % of these tests.
  getElementError: (message) =>
    Object.assign(new Error(message ?? undefined), { name: 'TestingLibraryElementError' }),
});

// The file before may have read in another language.
setLanguageSource(() => 'az');

// A document of tests is never left.
vi.mock('../lib/history/navigate-away.ts', () => import('./navigate-away.ts'));

/** Errors that a test printed but did not expect. */
let complaints: string[] = [];

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    complaints.push(words.map(String).join(' '));
  });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No server was set up for this test')));
  vi.stubGlobal('XMLHttpRequest', XhrOverFetch);
  // A document without layout has no media; a wide, light screen is taken.
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('min-width'),
    addEventListener() {},
    removeEventListener() {},
  }));
  // Nor do sizes ever change in it.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  // Nor can anything be brought into sight in it.
  Element.prototype.scrollIntoView = () => undefined;
  // Nor has what a person chose or made an address in it.
  Object.assign(URL, { createObjectURL: () => 'blob:made', revokeObjectURL() {} });
});

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(prettyDOM());
  cleanup();
  for (let open = dialogQueue.first(); open; open = dialogQueue.first())
    dialogQueue.answer(open, false);
  departure.forget();
  departure.reset();
  vi.mocked(navigateAway).mockClear();
  session.clear();
  queryClient.clear();
  toast.clear();
  clearDocument();
  if (complaints.length > 0)
    throw new Error(`Unexpected console errors:\n${complaints.join('\n')}`);
});

/** Files share their document: the next test finds an empty one. */
function clearDocument(): void {
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    document.cookie = `${cookie.split('=', 1)}=; Max-Age=0; Path=/`;
  }
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(history.state, '', '/');
}
