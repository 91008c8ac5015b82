import { useLabels } from '../language.tsx';

const CONTENT = 'content';

/** What the page's `<main>` takes, to be where the link leads. */
export const skipTarget = { id: CONTENT, tabIndex: -1 };

/** The keyboard's first stop: leads past the menu to what the page is about. The address stays as it is. */
export function SkipLink() {
  const labels = useLabels();
  return (
    <a
      href={`#${CONTENT}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(CONTENT)?.focus();
      }}
      className="fixed top-3 left-3 z-40 rounded-full bg-ink px-5 py-3 text-desk text-mist ring-1 ring-mist/20 not-focus:-translate-y-[200%]"
    >
      {labels.skip}
    </a>
  );
}
