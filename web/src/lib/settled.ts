import { useEffect, useState } from 'react';

/** Milliseconds without a change after which a text counts as typed. */
const PAUSE = 500;

export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
