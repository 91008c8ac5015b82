import * as texts from '@deqiq/messages/ui/kit.js';
import { type FocusEvent, useEffect, useRef } from 'react';
import { cx } from '../../lib/cx.ts';
import { pageWindow } from './page-window.ts';

type PaginationProps = {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** The number of pages shown around the current one. */
  window: 5 | 3;
  /** Another page or search is being loaded. A background poll is not. */
  busy?: boolean;
};

/** First, Prev, numbers, Next, Last. Renders nothing for a single page. */
export function Pagination({ page, totalPages, onPage, window, busy = false }: PaginationProps) {
  const keptFocus = useKeptFocus(busy);
  if (totalPages <= 1 && page <= 1) return null;
  const step = (label: string, target: number, blocked: boolean) => (
    <PageButton label={label} disabled={busy || blocked} onClick={() => onPage(target)} />
  );
  return (
    <nav
      {...keptFocus}
      aria-label={texts.pages()}
      aria-busy={busy || undefined}
      className="flex flex-wrap items-center justify-center gap-1 text-desk"
    >
      {step(texts.first(), 1, page <= 1)}
      {step(texts.previous(), Math.min(page, totalPages + 1) - 1, page <= 1)}
      <span className="order-first flex w-full justify-center gap-1 sm:order-none sm:w-auto">
        {pageWindow(page, totalPages, window).map((slot, index, slots) =>
          slot === 'gap' ? (
            <span
              key={`after-${slots[index - 1]}`}
              className="grid min-w-6 place-items-center text-muted"
            >
              …
            </span>
          ) : (
            <PageButton
              key={slot}
              label={String(slot)}
              current={slot === page}
              disabled={busy}
              onClick={() => slot !== page && onPage(slot)}
            />
          ),
        )}
      </span>
      {step(texts.next(), page + 1, page >= totalPages)}
      {step(texts.last(), totalPages, page >= totalPages)}
    </nav>
  );
}

const focusableIn = (nav: Element | null) =>
  nav?.querySelector<HTMLElement>('[aria-current]') ??
  nav?.querySelector<HTMLElement>('button:enabled');

/** A disabled button loses the focus; restores it once the page has loaded. */
export function useKeptFocus(busy: boolean) {
  const lost = useRef<HTMLElement>(undefined);
  const restore = () => {
    const button = lost.current;
    lost.current = undefined;
    if (!button || document.activeElement !== document.body) return;
    // On the last page Next stays disabled: the current page number or an enabled button gets the focus.
    const enabled = button.matches(':disabled') ? focusableIn(button.closest('nav')) : button;
    enabled?.focus();
  };
  useEffect(() => {
    if (!busy) restore();
  });
  return {
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (!target.matches(':disabled')) return;
      lost.current = target;
      if (!busy) setTimeout(restore);
    },
  };
}

type PageButtonProps = { label: string; current?: boolean; disabled: boolean; onClick: () => void };

function PageButton({ label, current = false, disabled, onClick }: PageButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      // Not "page": that one belongs to the current entry of the navigation alone.
      aria-current={current ? 'true' : undefined}
      onClick={onClick}
      className={cx(
        'grid min-h-9 min-w-9 place-items-center rounded-field px-2.5 tabular-nums transition-colors duration-160',
        'pointer-coarse:min-h-11 pointer-coarse:min-w-10 disabled:cursor-not-allowed',
        current
          ? 'bg-accent font-medium text-on-accent'
          : 'text-text not-disabled:hover:bg-sunken disabled:text-muted disabled:opacity-60',
      )}
    >
      {label}
    </button>
  );
}
