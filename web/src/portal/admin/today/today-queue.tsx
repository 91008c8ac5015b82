import type { Today, TodayQueue, WaitingEntry } from '@deqiq/contract/desk/today.ts';
import { intakeSection, portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as referralTexts from '@deqiq/messages/office/referrals.js';
import * as sectionTexts from '@deqiq/messages/office/sections.js';
import * as texts from '@deqiq/messages/office/today.js';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { describeAge } from '../../../lib/describe-age.ts';
import { fullName, personName } from '../../../lib/format.ts';
import { useOpenExamination } from '../reading/use-open-examination.ts';
import { checkupsAddress } from '../referrals/checkups-address.ts';
import type { OpenedReferralState } from '../referrals/scan/use-code-search.ts';
import { TodayCard } from './today-card.tsx';

/** Most results that no doctor has opened are shown on their own list. */
const MAX_UNOPENED_ENTRIES = 3;

type Queue = {
  readonly name: string;
  readonly title: string;
  /** The list of the whole queue. */
  readonly to: string;
  readonly total: number;
  readonly entries: readonly WaitingEntry[];
  /** The next step of an entry. */
  readonly open: (entry: WaitingEntry) => { to: string; state?: OpenedReferralState };
};

const withSearch = (path: string, name: string, text: string): string =>
  text === '' ? path : `${path}?${new URLSearchParams({ [name]: text })}`;

const openCheckup: Queue['open'] = (entry) => ({
  to: checkupsAddress(entry, { _id: entry.partner ?? '' }),
});

const queues: Readonly<Record<TodayQueue, () => Pick<Queue, 'title' | 'to' | 'open'>>> = {
  referrals: () => ({
    title: sectionTexts.referrals(),
    to: `${portalPaths.referrals}?state=sent`,
    open: ({ _id }) => ({ to: portalPaths.referrals, state: { referral: _id } }),
  }),
  shipments: () => ({
    title: referralTexts.shipments(),
    to: portalPaths.referrals,
    open: ({ _id }) => ({ to: portalPaths.referrals, state: { shipment: _id } }),
  }),
  intake: () => ({
    title: sectionTexts.intake(),
    to: intakeSection.path,
    open: (entry) => ({ to: withSearch(intakeSection.path, 'name', fullName(entry)) }),
  }),
  doubtful: () => ({
    title: texts.doubtful(),
    to: portalPaths.adminCheckups,
    open: openCheckup,
  }),
  reading: () => ({
    title: sectionTexts.reading(),
    to: portalPaths.reading,
    open: (entry) => ({ to: withSearch(portalPaths.reading, 'name', fullName(entry)) }),
  }),
  partners: () => ({
    title: sectionTexts.partnerApplications(),
    to: portalPaths.partnerApplications,
    open: (entry) => ({
      to: withSearch(portalPaths.partnerApplications, 'fullName', fullName(entry)),
    }),
  }),
};

/** The queues that are not empty, with their first entries. */
export const listQueues = ({ waiting, unopened }: Today): readonly Queue[] => [
  ...waiting.map(({ queue, total, entries }) => ({
    name: queue,
    total,
    entries,
    ...queues[queue](),
  })),
  ...(unopened.results.length > 0 ? [createUnopened(unopened)] : []),
];

const createUnopened = ({ results }: Today['unopened']): Queue => ({
  name: 'unopened',
  title: texts.unopened(),
  to: portalPaths.referrals,
  total: results.length,
  entries: results.slice(0, MAX_UNOPENED_ENTRIES).map((result) => ({
    _id: result.checkup,
    firstName: result.firstName,
    lastName: result.lastName,
    about: personName(result.partner),
    partner: result.partner._id,
    at: result.readyAt,
  })),
  open: openCheckup,
});

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
