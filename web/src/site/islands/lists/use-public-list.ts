import { useEffect, useState } from 'react';
import { loadList } from '../../../api/public.ts';

export type PublicList<T> =
  | { state: 'loading' | 'failed'; rows: readonly [] }
  | { state: 'there'; rows: readonly T[] };

/** A list of the public site. That it cannot be had is only logged: visitors are told calmly (specification, section 8). */
export function usePublicList<Answer, Row>(
  path: string,
  rowsOf: (answer: Answer) => readonly Row[],
): PublicList<Row> {
  const [list, setList] = useState<PublicList<Row>>({ state: 'loading', rows: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an island asks once, for one list
  useEffect(() => {
    let gone = false;
    loadList<Answer>(path, (answer) => {
      if (!gone) setList({ state: 'there', rows: rowsOf(answer) });
    }).catch((error: unknown) => {
      console.info(`${path}:`, error);
      // A list seen a moment ago is better than none.
      setList((shown) => (shown.state === 'there' ? shown : { state: 'failed', rows: [] }));
    });
    return () => {
      gone = true;
    };
  }, [path]);
  return list;
}
