import * as texts from '@deqiq/messages/ui/kit.js';

const CONTENT = 'content';

/** Attributes of the page's `<main>`, the target of the link. */
export const skipTarget = { id: CONTENT, tabIndex: -1 };

/** The first tab stop: moves the focus past the menu to the main content. The address does not change. */
export function SkipLink() {
  return (
    <a
      href={`#${CONTENT}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(CONTENT)?.focus();
      }}
      className="fixed top-3 left-3 z-40 rounded-full bg-ink px-5 py-3 text-desk text-mist ring-1 ring-mist/20 not-focus:-translate-y-[200%]"
    >
      {texts.skip()}
    </a>
  );
}
