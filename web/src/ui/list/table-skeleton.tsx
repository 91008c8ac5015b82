import * as texts from '@deqiq/messages/ui/kit.js';
import { cx } from '../../lib/cx.ts';
import { cellClass, frameClass, headClass, rowClass, widths } from './table-styles.ts';

/** Rows that fill the screen of a desk. */
const ROWS = Array.from({ length: 10 }, (_, index) => index);

type SkeletonColumn = {
  readonly id: string;
  readonly header: string;
  readonly align?: 'start' | 'end';
  readonly title?: boolean;
  readonly wide?: boolean | 'half' | 'text';
};

type TableSkeletonProps = { columns: readonly SkeletonColumn[]; hasActions: boolean };

/** Loading: the head of a table and rows without content, where its rows will be. Fills the screen, as a loader does. */
export function TableSkeleton({ columns, hasActions }: TableSkeletonProps) {
  return (
    <div className="min-h-[70dvh] grow">
      <p role="status" className="sr-only">
        {texts.loading()}
      </p>
      <div aria-hidden="true" className={frameClass}>
        <table className="w-full text-desk max-md:block">
          <thead className="max-md:hidden">
            <tr>
              {columns.map(({ id, header, align, wide }) => (
                <th
                  key={id}
                  className={cx(
                    headClass,
                    align === 'end' ? 'text-right' : 'text-left',
                    wide && widths[wide === true ? 'third' : wide],
                  )}
                >
                  {header}
                </th>
              ))}
              {hasActions && <th className={cx(headClass, 'w-0 text-right')}>{texts.actions()}</th>}
            </tr>
          </thead>
          <tbody className="animate-pulse max-md:grid max-md:gap-3">
            {ROWS.map((row) => (
              <tr key={row} className={rowClass}>
                {columns.map((column) => (
                  <EmptyCell key={column.id} column={column} />
                ))}
                {hasActions && (
                  <td className={cx(cellClass, 'md:py-1')}>
                    <span className="block h-9 w-18 pointer-coarse:h-11" />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** A bar as high as a line of text. */
function EmptyCell({ column: { header, align, title, wide } }: { column: SkeletonColumn }) {
  const isNumber = header === '#';
  return (
    <td className={cx(cellClass, isNumber && 'w-0 max-md:hidden', title && 'max-md:order-first')}>
      <span className="flex h-[1lh] items-center">
        <span
          className={cx(
            'h-3 rounded-full bg-line',
            isNumber ? 'w-4' : wide || title ? 'w-3/5' : 'w-20',
            align === 'end' && 'ml-auto',
          )}
        />
      </span>
    </td>
  );
}
