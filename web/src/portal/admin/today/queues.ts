import type { Today, TodayQueue, WaitingEntry } from '@deqiq/contract/desk/today.ts';
import { intakeSection, portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as referralTexts from '@deqiq/messages/office/referrals.js';
import * as sectionTexts from '@deqiq/messages/office/sections.js';
import * as texts from '@deqiq/messages/office/today.js';
import { fullName, personName } from '../../../lib/format.ts';
import { checkupsAddress } from '../referrals/checkups-address.ts';
import type { OpenedReferralState } from '../referrals/scan/use-code-search.ts';

/** Most results that no doctor has opened are shown on their own list. */
const MAX_UNOPENED_ENTRIES = 3;

/** Work of one sort that waits. */
export type Queue = {
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
