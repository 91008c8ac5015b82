import * as texts from '@deqiq/messages/site/partner-lists.js';
import type { ReactNode } from 'react';
import { ListNote, TryAgain } from './list-note.tsx';
import type { PublicList } from './use-public-list.ts';

interface CardListProps<T> {
  list: PublicList<T>;
  /** The accessible name of the list. */
  label: string;
  empty: string;
  row: (row: T, index: number) => ReactNode;
  skeleton: ReactNode;
}

const grid = 'grid grid-cols-1 gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3';
const SKELETON_KEYS = [1, 2, 3, 4, 5, 6];

/** Cards in a grid, or a note instead of them. */
export function CardList<T>({ list, label, empty, row, skeleton }: CardListProps<T>) {
  if (list.state === 'loading') {
    return (
      <div role="status" className="noscript:hidden">
        <span className="sr-only">{texts.loading()}</span>
        <div aria-hidden="true" className={grid}>
          {SKELETON_KEYS.map((key) => (
            <div key={key}>{skeleton}</div>
          ))}
        </div>
      </div>
    );
  }
  if (list.state === 'failed') {
    return (
      <ListNote text={texts.failed()} hint={texts.failedHint()}>
        <TryAgain busy={list.busy} onRetry={list.retry} />
      </ListNote>
    );
  }
  if (list.rows.length === 0) return <ListNote text={empty} hint={texts.emptyHint()} />;
  return (
    <ul aria-label={label} className={grid}>
      {list.rows.map(row)}
    </ul>
  );
}
