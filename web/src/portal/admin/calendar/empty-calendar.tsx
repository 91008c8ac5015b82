import { devicesSection, portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/page/page-states.tsx';

/** The calendar before there is anything to book: its purpose, and the next step. */
export function EmptyCalendar({ lacks }: { lacks: 'machines' | 'kinds' }) {
  const isNew = lacks === 'machines';
  return (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState
        text={isNew ? texts.noMachines() : texts.noKinds()}
        hint={isNew ? texts.noMachinesHint() : texts.noKindsHint()}
      >
        <Link
          to={isNew ? devicesSection.path : portalPaths.calendarSettings}
          className={buttonClass()}
        >
          {isNew ? texts.toMachines() : texts.settings()}
        </Link>
      </EmptyState>
    </div>
  );
}
