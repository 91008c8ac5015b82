import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import * as texts from '@deqiq/messages/partner/month.js';
import { useQuery } from '@tanstack/react-query';
import { ownMonthQuery } from '../../../api/desk/month.ts';
import { clinic } from '../../../lib/clinic.ts';
import { formatMonth } from '../../../lib/format.ts';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { DayLines } from '../../month/day-lines.tsx';
import { type Figure, FigureTiles, inHours, inNumbers } from '../../month/figure-tiles.tsx';
import { MonthMoves } from '../../month/month-moves.tsx';
import { useMonth } from '../../month/months.ts';
import { BackLink } from '../back-link.tsx';

/** `ready`: a month or a day. */
const results = (ready: string, more: Record<string, string> = {}): string =>
  `${portalPaths.partnerCheckups}?${new URLSearchParams({ ready, ...more })}`;

const toResults = (month: string): string => results(month);

/** The list of referrals has no months: its figures are numbers only. */
const figures: readonly Figure[] = [
  { name: 'examinations', label: texts.examinations, format: inNumbers, to: toResults },
  {
    name: 'unopened',
    label: texts.unopened,
    format: inNumbers,
    to: (month) => results(month, { unseen: 'true' }),
  },
  {
    name: 'hoursUntilReported',
    label: texts.hoursUntilReported,
    format: inHours,
    to: toResults,
  },
  { name: 'hoursUntilOpened', label: texts.hoursUntilOpened, format: inHours, to: toResults },
  { name: 'referrals', label: texts.referrals, format: inNumbers },
  { name: 'appointments', label: texts.appointments, format: inNumbers },
  { name: 'missed', label: texts.missed, format: inNumbers },
];

/** The partner's own month beside those before. */
export function OwnMonthScreen() {
  const moves = useMonth();
  const { month } = moves;
  const query = useQuery(ownMonthQuery(month));
  const { data, error, isPlaceholderData } = query;
  return (
    <div className="print-month grid grid-cols-[minmax(0,1fr)] gap-4">
      <title>{`${areaTexts.month()} · ${clinic.name}`}</title>
      <BackLink to={portalPaths.partnerProfile} />
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="grow text-page">{formatMonth(month)}</h1>
        <MonthMoves {...moves} />
      </header>
      {!data && !error && <Loader full />}
      <QueryError query={query} failed={texts.failed()} />
      {data && !error && (
        <div aria-busy={isPlaceholderData} className="grid min-w-0 gap-4 aria-busy:opacity-50">
          <FigureTiles month={data} figures={figures} />
          <DayLines month={data} to={toResults} />
        </div>
      )}
    </div>
  );
}
