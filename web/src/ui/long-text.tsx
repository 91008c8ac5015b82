import * as texts from '@deqiq/messages/ui/kit.js';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../lib/cx.ts';

/** A text with its line breaks; a long one is cut to four lines until it is expanded. */
export function LongText({ children: text }: { children: string }) {
  const [isWhole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  const lines = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const { current: element } = lines;
    if (!element || isWhole) return;
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    // Narrower windows break the same text into more lines.
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [isWhole]);

  return (
    <span className="block">
      <p
        ref={lines}
        className={cx('wrap-anywhere whitespace-pre-line', !isWhole && 'line-clamp-4')}
      >
        {text}
      </p>
      {(cut || isWhole) && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="mt-0.5 min-h-6 text-note font-medium text-accent-hover hover:underline pointer-coarse:min-h-11"
        >
          {isWhole ? texts.showLess() : texts.showMore()}
        </button>
      )}
    </span>
  );
}
