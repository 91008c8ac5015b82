import { LINE_MAX } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/ui/kit.js';
import { Search } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { Button } from '../button.tsx';
import { controlClass } from '../field/field.tsx';

type SearchBarProps = {
  /** The search that is in force. */
  value: string;
  onSearch: (text: string) => void;
  placeholder: string;
  /** The accessible name of the field. */
  label?: string;
  busy?: boolean;
  /** The magnifier itself is the button, and Clear is there only while a search is in force. */
  byIcon?: boolean;
  className?: string;
};

/** Searches on Enter or by its button; typing alone does nothing. Clear empties the search. */
export function SearchBar({
  value,
  onSearch,
  placeholder,
  label,
  busy = false,
  byIcon = false,
  className,
}: SearchBarProps) {
  const [typed, setTyped] = useState({ text: value, of: value });
  // Back and forward change the search from outside: the field follows.
  if (typed.of !== value) setTyped({ text: value, of: value });

  // The last submitted search; on a slow machine the address follows a moment later.
  const submitted = useRef(value);
  useEffect(() => {
    submitted.current = value;
  }, [value]);

  function search(text: string): void {
    submitted.current = text;
    onSearch(text);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    search(typed.text.trim());
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: one element is both the form and the search
    <form role="search" onSubmit={submit} className={cx('flex flex-wrap gap-2', className)}>
      <span className="relative min-w-32 grow basis-40">
        {!byIcon && (
          <Search
            size={17}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
          />
        )}
        <input
          type="search"
          enterKeyHint="search"
          maxLength={LINE_MAX}
          autoComplete="off"
          aria-label={label ?? placeholder}
          placeholder={placeholder}
          value={typed.text}
          onChange={(event) => setTyped({ text: event.target.value, of: value })}
          className={cx(
            controlClass,
            '[&::-webkit-search-cancel-button]:hidden',
            byIcon ? 'pr-12' : 'pl-10',
          )}
        />
        {byIcon && (
          <button
            type="submit"
            aria-label={texts.search()}
            title={texts.search()}
            disabled={busy}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-field text-muted hover:text-accent-hover"
          >
            <Search size={17} aria-hidden="true" />
          </button>
        )}
      </span>
      {!byIcon && (
        <Button type="submit" variant="outline" disabled={busy}>
          {texts.search()}
        </Button>
      )}
      {(value || (typed.text && !byIcon)) && (
        <Button
          variant="quiet"
          disabled={busy}
          onClick={() => {
            setTyped({ text: '', of: value });
            if (submitted.current) search('');
          }}
        >
          {texts.clear()}
        </Button>
      )}
    </form>
  );
}
