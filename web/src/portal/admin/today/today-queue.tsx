import type { WaitingEntry } from '@deqiq/contract/desk/today.ts';
import * as texts from '@deqiq/messages/office/today.js';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { describeAge } from '../../../lib/describe-age.ts';
import { fullName } from '../../../lib/format.ts';
import { useOpenExamination } from '../reading/use-open-examination.ts';
import type { Queue } from './queues.ts';
import { TodayCard } from './today-card.tsx';

type RowProps = { entry: WaitingEntry };

const ROW = 'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left hover:bg-row-hover';

const LinkRow = ({ entry, to, state }: RowProps & ReturnType<Queue['open']>) => (
  <Link to={to} state={state} data-row="" className={ROW}>
    <Entry entry={entry} />
  </Link>
);

/** Takes the examination, so that no colleague reads it too, and opens its report. */
function ReadingRow({ entry }: RowProps) {
  const open = useOpenExamination(entry, true);
  return (
    <button type="button" data-row="" className={ROW} onClick={() => void open()}>
      <Entry entry={entry} />
    </button>
  );
}

const Entry = ({ entry }: RowProps) => (
  <>
    <span className="min-w-0 grow">
      <span className="block truncate font-medium">{fullName(entry) || entry.about}</span>
      <span className="block truncate text-note text-muted">
        {[fullName(entry) && entry.about, describeAge(entry.at)].filter(Boolean).join(' · ')}
      </span>
    </span>
    <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
  </>
);

type TodayQueueCardProps = {
  queue: Queue;
  /** Whether a press takes the examination: its list shows it to those who sign no reports. */
  takes: boolean;
};

/** The first entries of a queue; a press on one opens its next step. */
export const TodayQueueCard = ({
  queue: { title, total, to, entries, open },
  takes,
}: TodayQueueCardProps) => (
  <TodayCard
    title={title}
    note={String(total)}
    link={{ to, label: texts.all() }}
    empty={texts.nothingWaits()}
    isEmpty={entries.length === 0}
  >
    {entries.map((entry) => (
      <li key={entry._id}>
        {takes ? <ReadingRow entry={entry} /> : <LinkRow entry={entry} {...open(entry)} />}
      </li>
    ))}
  </TodayCard>
);
