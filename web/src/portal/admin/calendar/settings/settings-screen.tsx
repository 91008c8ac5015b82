import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as deviceMessages from '@deqiq/messages/machines/devices.js';
import * as texts from '@deqiq/messages/office/calendar-settings.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { describeError, isUnanswered } from '../../../../api/http/http-error.ts';
import { useIsOwner } from '../../../../api/people/staff.ts';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { ErrorPanel, Loader } from '../../../../ui/page/page-states.tsx';
import { useMachineList } from '../times/use-machines.ts';
import { HoursSection } from './hours-section.tsx';
import { KindsSection } from './kinds-section.tsx';

/** Kinds of examination that can be booked, and opening hours. Owners change it, other staff read it. */
export function SettingsScreen() {
  const isOwner = useIsOwner();
  const { data: machines, error, isFetching, refetch } = useMachineList();
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
        <ErrorPanel
          message={describeError(error, deviceMessages.listFailed())}
          onRetry={() => void refetch()}
          busy={isFetching}
          isUnanswered={isUnanswered(error)}
        />
      ) : (
        <Loader />
      )}
    </>
  );
}
