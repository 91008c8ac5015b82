import { useEffect, useState } from 'react';
import { loadList, type PublicAnswer, type PublicPath } from '../../../api/site/public.ts';

/** A row as it arrives: anything but its id may be missing, and the card is shown without it. */
export type PublicRow<Row> = { [Key in keyof Row]?: Row[Key] | null } & { _id: string };

export type PublicList<T> =
  | { state: 'loading'; rows: readonly [] }
  | { state: 'failed'; rows: readonly []; busy: boolean; retry: () => void }
  | { state: 'there'; rows: readonly T[] };

/** A list of the public site. Errors are only logged: visitors see a calm message (specification, section 8). */
export function usePublicList<Path extends PublicPath<'GET'>, Row>(
  path: Path,
  readRows: (answer: Partial<PublicAnswer<Path>>) => readonly Row[],
): PublicList<Row> {
  const [list, setList] = useState<PublicList<Row>>({ state: 'loading', rows: [] });
  const load = () => {
    const show = (answer: PublicAnswer<Path>) =>
      setList({ state: 'there', rows: readRows(answer) });
    loadList(path, show).catch((error: unknown) => {
      console.info(`${path}:`, error);
      // A list seen a moment ago is better than none.
      setList((last) => (last.state === 'there' ? last : failed(false)));
    });
  };
  const failed = (busy: boolean) => ({
    state: 'failed' as const,
    rows: [] as const,
    busy,
    retry: () => {
      if (busy) return;
      setList(failed(true));
      load();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an island requests one list, once
  useEffect(load, [path]);
  return list;
}
