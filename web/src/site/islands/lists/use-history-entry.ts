import { useEffect, useRef, useState } from 'react';

interface Entry {
  /** The owner of the open pictures. */
  over: string;
  at: number;
}

/** The index of the open picture of `owner` in the current history entry. */
function openIndex(owner: string): number | undefined {
  const entry = history.state as Entry | null;
  return entry?.over === owner ? entry.at : undefined;
}

/**
 * An open picture is an entry of the history: Back closes it and stays on the page, Forward and a reload open it
 * again. `close` goes back, so that no entry is left.
 */
export function useHistoryEntry(owner: string) {
  const [at, setAt] = useState<number>();
  const leaving = useRef(false);
  useEffect(() => {
    const follow = () => {
      leaving.current = false;
      setAt(openIndex(owner));
    };
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [owner]);
  const open = (position: number) => {
    history.pushState({ over: owner, at: position } satisfies Entry, '');
    setAt(position);
  };
  const close = () => {
    // Going back takes a moment; a second wish to close must not leave the page.
    if (leaving.current || openIndex(owner) === undefined) return;
    leaving.current = true;
    history.back();
  };
  return { at, open, close };
}
