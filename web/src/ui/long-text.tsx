import { useEffect, useRef, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { useWords } from './language.tsx';

/** What somebody wrote, in their own lines; of a long text four lines, and the rest on demand. */
export function LongText({ children: text }: { children: string }) {
  const words = useWords();
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  const lines = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const { current: shown } = lines;
    if (!shown || whole) return;
    const look = () => setCut(shown.scrollHeight > shown.clientHeight + 1);
    look();
    // Narrower windows break the same text into more lines.
    const watch = new ResizeObserver(look);
    watch.observe(shown);
    return () => watch.disconnect();
  }, [whole]);

  return (
    <span className="block">
      <p ref={lines} className={cx('wrap-anywhere whitespace-pre-line', !whole && 'line-clamp-4')}>
        {text}
      </p>
      {(cut || whole) && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="mt-0.5 min-h-6 text-note font-medium text-accent-hover hover:underline pointer-coarse:min-h-11"
        >
          {whole ? words.showLess : words.showMore}
        </button>
      )}
    </span>
  );
}
