import * as texts from '@deqiq/messages/office/list.js';
import type { Column } from '../../../ui/list/data-table.tsx';

/** The orders of a list as choices; none where no column sorts. The counting column is that of the date. */
export function listSortOptions(columns: readonly Pick<Column<never>, 'header' | 'sort'>[]) {
  const options = columns.flatMap(({ header, sort }) => {
    if (!sort) return [];
    const column = header === '#' ? texts.date() : header;
    return [
      { value: sort, label: texts.ascending({ column }) },
      { value: `-${sort}`, label: texts.descending({ column }) },
    ];
  });
  return options.length > 0 ? [{ value: '', label: texts.newestFirst() }, ...options] : [];
}
