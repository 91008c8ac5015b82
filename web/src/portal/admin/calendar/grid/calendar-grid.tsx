import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { today } from '../../../../lib/format.ts';
import { useRowFocus } from '../../../../ui/list/row-focus.ts';
import type { CalendarView } from '../address/use-calendar-address.ts';
import type { CalendarColumn } from '../calendar-columns.ts';
import { findPeriod, type Period } from '../times/periods.ts';
import { formatTime, toMinute } from '../times/times.ts';
import { abbreviateDay } from '../times/weekdays.ts';
import { Column } from './column.tsx';
import { ColumnHead } from './column-head.tsx';
import { findTop, toRem } from './measures.ts';

type CalendarGridProps = {
  ref: RefObject<HTMLElement | null>;
  /** The day or the week in words. */
  label: string;
  columns: readonly CalendarColumn[];
  /** The selected one; the columns may be those of its week. */
  day: string;
  view: CalendarView;
  kinds: readonly Kind[];
  range: Period;
  /** The appointments of another range are still shown. */
  isLoading: boolean;
  /** Over the column with this index. */
  proposal: { index: number; content: ReactNode } | undefined;
};

/** More columns have room for names only. */
const MAX_WIDE_COLUMNS = 10;

/** Columns of machines or days beside a scale of hours. Head and scale stay in sight. */
export function CalendarGrid(props: CalendarGridProps) {
  const { ref, label, columns, view, kinds, range, isLoading, proposal } = props;
  const isNarrow = columns.length > MAX_WIDE_COLUMNS;
  useScrollToStart(ref, props);
  const onFocus = useRowFocus(ref, '[data-card]');
  return (
    <section
      ref={ref}
      tabIndex={-1}
      onFocus={onFocus}
      aria-label={label}
      aria-busy={isLoading || undefined}
      className="relative max-h-[max(24rem,calc(100dvh-12.5rem))] overflow-auto rounded-card border border-line bg-surface"
    >
      <div
        className="grid min-w-fit"
        style={{
          gridTemplateColumns: `3.25rem repeat(${columns.length}, minmax(${isNarrow ? '3rem' : '7rem'}, 1fr))`,
        }}
      >
        <div className="sticky top-0 left-0 z-30 border-b border-line bg-surface" />
        {columns.map((column, index) => (
          <ColumnHead
            key={column.key}
            column={column}
            view={view}
            isFirstOfDay={column.day !== columns[index - 1]?.day}
            isNarrow={isNarrow}
          />
        ))}
        <Scale range={range} />
        {columns.map((column, index) => (
          <div
            key={column.key}
            data-column=""
            className={cx(
              'relative',
              view === 'week' && column.day !== columns[index - 1]?.day
                ? 'border-l-2 border-line'
                : 'border-l border-line',
            )}
            style={{ gridRow: 2, gridColumn: index + 2, height: toRem(range.to - range.from) }}
          >
            <Column
              column={column}
              name={nameColumn(column, view)}
              kinds={kinds}
              range={range}
              isNarrow={isNarrow}
            />
          </div>
        ))}
        {proposal && (
          <div
            className="pointer-events-none relative z-10"
            style={{ gridRow: 2, gridColumn: proposal.index + 2 }}
          >
            {proposal.content}
          </div>
        )}
      </div>
    </section>
  );
}

/** "OPG 1", or in a week "OPG 1, Fri 07.03". */
export const nameColumn = ({ machine, day }: CalendarColumn, view: CalendarView): string =>
  view === 'day' ? machine.name : `${machine.name}, ${abbreviateDay(day)}`;

/** Hours at the left, and their lines through all columns. */
function Scale({ range }: { range: Period }) {
  const hours = Array.from(
    { length: (range.to - range.from) / 60 - 1 },
    (_, index) => range.from + (index + 1) * 60,
  );
  return (
    <>
      <div
        aria-hidden="true"
        className="pointer-events-none relative"
        style={{ gridRow: 2, gridColumn: '2 / -1' }}
      >
        {hours.map((hour) => (
          <div
            key={hour}
            className="absolute inset-x-0 border-t border-line"
            style={{ top: findTop(hour, range) }}
          />
        ))}
      </div>
      <div
        aria-hidden="true"
        className="sticky left-0 z-20 border-r border-line bg-surface text-note text-muted tabular-nums"
        style={{ gridRow: 2, gridColumn: 1 }}
      >
        {hours.map((hour) => (
          <span
            key={hour}
            className="absolute right-1.5 -translate-y-1/2"
            style={{ top: findTop(hour, range) }}
          >
            {formatTime(hour)}
          </span>
        ))}
      </div>
    </>
  );
}

/** Minutes above the first interesting one that are in sight. */
const MARGIN = 30;

/** Another day begins at the present time, or where the first machine opens; another week at the selected day. */
function useScrollToStart(
  grid: RefObject<HTMLElement | null>,
  { columns, range, day }: Pick<CalendarGridProps, 'columns' | 'range' | 'day'>,
): void {
  const first = columns[0]?.day;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a poll does not scroll
  useLayoutEffect(() => {
    const bodies = [...(grid.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
    const [body] = bodies;
    if (!grid.current || !body) return;
    const starts = columns.flatMap(({ open, appointments }) => [
      ...open.map(({ from }) => from),
      ...appointments.map((each) => findPeriod(each).from),
    ]);
    const start = starts.length > 0 ? Math.min(...starts) : range.from;
    const hasToday = columns.some((column) => column.day === today());
    const minute = hasToday ? Math.max(toMinute(Date.now()), start) : start;
    const share = (minute - MARGIN - range.from) / (range.to - range.from);
    grid.current.scrollTop = Math.max(0, share * body.clientHeight);
    const selected = bodies[columns.findIndex((column) => column.day === day)];
    grid.current.scrollLeft = (selected?.offsetLeft ?? 0) - body.offsetLeft;
  }, [first]);
}
