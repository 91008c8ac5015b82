import * as texts from '@deqiq/messages/office/calendar.js';
import { cx } from '../../../../lib/cx.ts';
import { today } from '../../../../lib/format.ts';
import type { CalendarView } from '../address/use-calendar-address.ts';
import { useCalendarActions } from '../calendar-actions.ts';
import { type CalendarColumn, nameClosing } from '../calendar-columns.ts';
import { formatTime } from '../times/times.ts';
import { abbreviateDay } from '../times/weekdays.ts';

type ColumnHeadProps = {
  column: CalendarColumn;
  view: CalendarView;
  isFirstOfDay: boolean;
  /** The column has no room for hours. */
  isNarrow: boolean;
};

/** The machine with its hours; in a week also the day, which a press opens. */
export function ColumnHead({ column, view, isFirstOfDay, isNarrow }: ColumnHeadProps) {
  const { machine, day, open } = column;
  const first = open[0];
  const last = open.at(-1);
  return (
    <div
      className={cx(
        'sticky top-0 z-20 grid grid-cols-[minmax(0,1fr)] content-end border-b border-l border-line bg-surface py-1.5 text-note leading-tight',
        isNarrow ? 'px-1' : 'px-2',
        // The day is wider than a narrow column.
        view === 'week' && isFirstOfDay && 'z-21 border-l-2',
      )}
    >
      {view === 'week' && <DayHead day={day} isFirst={isFirstOfDay} />}
      <span
        title={machine.name}
        className={cx('truncate', view === 'day' && 'text-desk font-medium')}
      >
        {machine.name}
      </span>
      <span className={isNarrow ? 'sr-only' : 'truncate text-muted tabular-nums'}>
        {first && last ? `${formatTime(first.from)}–${formatTime(last.to)}` : nameClosing(column)}
      </span>
    </div>
  );
}

/** Over the first machine of a day; the others keep its room. */
function DayHead({ day, isFirst }: { day: string; isFirst: boolean }) {
  const { openDay } = useCalendarActions();
  if (!isFirst) return <span className="min-h-6" />;
  return (
    <button
      type="button"
      onClick={() => openDay(day)}
      className={cx(
        'min-h-6 w-max rounded-chip text-left font-medium -outline-offset-2 hover:text-accent-hover hover:underline',
        day === today() && 'text-accent-hover',
      )}
    >
      {abbreviateDay(day)}
      <span className="sr-only">: {texts.openDay()}</span>
    </button>
  );
}
