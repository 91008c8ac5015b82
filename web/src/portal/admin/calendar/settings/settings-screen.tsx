import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as deviceMessages from '@deqiq/messages/machines/devices.js';
import * as texts from '@deqiq/messages/office/calendar-settings.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useIsOwner } from '../../../../api/people/staff.ts';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Loader } from '../../../../ui/page/page-states.tsx';
import { QueryError } from '../../../../ui/page/query-error.tsx';
import { useMachineList } from '../times/use-machines.ts';
import { HoursSection } from './hours-section.tsx';
import { KindsSection } from './kinds-section.tsx';

/** Kinds of examination that can be booked, and opening hours. Owners change it, other staff read it. */
export function SettingsScreen() {
  const isOwner = useIsOwner();
  const query = useMachineList();
  const { data: machines, error } = query;
  return (
    <>
      <title>{shellTexts.pageTitle({ title: texts.title() })}</title>
      <Link
        to={portalPaths.calendar}
        className="inline-flex min-h-6 items-center gap-1.5 self-start text-desk text-muted hover:text-text"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        {texts.back()}
      </Link>
      <PageHeader title={texts.title()} subtitle={!isOwner && texts.ownerOnly()} />
      {machines ? (
        <>
          <KindsSection isOwner={isOwner} machines={machines} />
          <HoursSection isOwner={isOwner} machines={machines} />
        </>
      ) : error ? (
        <QueryError query={query} failed={deviceMessages.listFailed()} />
      ) : (
        <Loader />
      )}
    </>
  );
}
