import type { Today } from '@deqiq/contract/desk/today.ts';
import { adminSections, portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as sectionTexts from '@deqiq/messages/office/sections.js';
import * as texts from '@deqiq/messages/office/today.js';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { TodayCard } from './today-card.tsx';

const payments = adminSections.find(({ label }) => label === sectionTexts.payments)?.path ?? '';

/** Queues of which only the number is shown, in the order in which the desk works through them. */
const listCounters = ({ counters }: Today) => [
  { label: texts.checkups(), to: portalPaths.adminCheckups, count: counters.checkups },
  { label: texts.questions(), to: portalPaths.adminCheckups, count: counters.questions },
  { label: sectionTexts.payments(), to: payments, count: counters.payments },
  { label: sectionTexts.complaints(), to: portalPaths.complaints, count: counters.reports },
  {
    label: sectionTexts.contactMessages(),
    to: portalPaths.contactMessages,
    count: counters.contacts,
  },
];

type TodayWaitingProps = {
  today: Today;
  /** Whether another section shows work that waits. */
  hasOthers: boolean;
};

/** The other queues that are not empty; one press opens one. */
export function TodayWaiting({ today, hasOthers }: TodayWaitingProps) {
  const queues = listCounters(today).filter(({ count }) => count > 0);
  if (hasOthers && queues.length === 0) return null;
  return (
    <TodayCard title={texts.waiting()} empty={texts.nothingWaits()} isEmpty={queues.length === 0}>
      {queues.map(({ label, to, count }) => (
        <li key={label}>
          <Link
            to={to}
            data-row=""
            className="flex min-h-12 items-center gap-3 px-4 hover:bg-row-hover"
          >
            <span className="min-w-0 grow">{label}</span>
            <span className="font-medium tabular-nums">{count}</span>
            <ChevronRight size={18} aria-hidden="true" className="text-muted" />
          </Link>
        </li>
      ))}
    </TodayCard>
  );
}
