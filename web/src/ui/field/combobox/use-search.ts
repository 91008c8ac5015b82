import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Debounce in milliseconds. */
const PAUSE_MS = 200;

export type Search<T> = {
  /** The key of the results in the query cache, without the text. */
  searchKey: readonly string[];
  /** Returns what matches the text; '' matches the first ones. */
  search: (text: string, signal: AbortSignal) => Promise<T[]>;
};

/** The server's results for the text. A new text aborts the request before it; a closed list requests nothing. */
export function useSearch<T>({ searchKey, search }: Search<T>) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { data, isFetching, isError } = useQuery({
    queryKey: [...searchKey, text],
    queryFn: async ({ signal }) => {
      if (text !== '') await debounce(signal);
      return search(text.trim(), signal);
    },
    enabled: isOpen,
    // The first ones replace the results of the last text once they are loaded.
    ...(text === '' && { placeholderData: keepPreviousData }),
  });
  return {
    state: getState(isFetching, isError, data !== undefined),
    items: isError || !data ? [] : data,
    setText,
    setOpen,
  };
}

/** Waits in a query whose key is the typed text: the next character aborts it before it sends a request. */
export async function debounce(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  signal.throwIfAborted();
}

function getState(isFetching: boolean, isError: boolean, hasData: boolean) {
  if (isFetching) return 'loading';
  if (isError) return 'failed';
  return hasData ? 'ready' : 'loading';
}
