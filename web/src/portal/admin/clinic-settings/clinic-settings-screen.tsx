import * as texts from '@deqiq/messages/office/clinic-settings.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { useQuery } from '@tanstack/react-query';
import { useIsOwner } from '../../../api/people/staff.ts';
import { clinicSettingsQuery } from '../../../api/site/clinic-settings.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { SettingsForm } from './settings-form.tsx';
import { Versions } from './versions.tsx';

/** The facts of the clinic: an owner changes them, and restores an earlier version. */
export function ClinicSettingsScreen() {
  const isOwner = useIsOwner();
  return (
    <>
      <title>{shellTexts.pageTitle({ title: texts.title() })}</title>
      <PageHeader
        title={texts.title()}
        subtitle={isOwner ? texts.subtitle() : texts.ownersOnly()}
      />
      {isOwner && <Settings />}
    </>
  );
}

function Settings() {
  const query = useQuery(clinicSettingsQuery);
  const { data, error } = query;
  if (data)
    return (
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <SettingsForm key={data.version} saved={data} />
        <Versions saved={data} />
      </div>
    );
  if (!error) return <Loader />;
  return <QueryError query={query} failed={texts.loadFailed()} />;
}
