import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/calendar-settings.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useIsOwner } from '../../../../api/people/staff.ts';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { HoursSection } from './hours-section.tsx';
import { KindsSection } from './kinds-section.tsx';

/** Kinds of examination that can be booked, and opening hours. Owners change it, other staff read it. */
export function SettingsScreen() {
  const isOwner = useIsOwner();
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
      <KindsSection isOwner={isOwner} />
      <HoursSection isOwner={isOwner} />
    </>
  );
}
