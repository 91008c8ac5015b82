import type { FoundPatient, LaterObject } from '@deqiq/contract/referrals/patients/patients.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/patients.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Merge, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { patientQuery } from '../../../../api/referrals/patients.ts';
import { personName } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Loader } from '../../../../ui/page/page-states.tsx';
import { QueryError } from '../../../../ui/page/query-error.tsx';
import { DownloadTray } from '../../../examinations/file-viewer/download-tray.tsx';
import { MergeDialog } from '../merge-dialog.tsx';
import { PatientDialog } from '../patient-dialog.tsx';
import { PatientFacts } from '../patient-facts.tsx';
import { Aliases, Later } from './aliases.tsx';
import { Openings } from './openings.tsx';
import { ReferralHistory, Visits } from './visits.tsx';

/** One patient: the record, who opened the X-rays, examinations of all years, and referrals. */
export function PatientScreen() {
  const { patient: id = '' } = useParams();
  const query = useQuery(patientQuery(id));
  const { data, error, isPlaceholderData } = query;
  if (data && !isPlaceholderData) return <Page key={data.patient._id} found={data} />;
  return error ? (
    <QueryError query={query} failed={texts.oneFailed()} title={texts.patient()} />
  ) : (
    <Loader />
  );
}

function Page({ found }: { found: FoundPatient }) {
  const { patient, aliases, checkups, referrals } = found;
  const [opened, setOpened] = useState<'edit' | 'merge'>();
  const [later, setLater] = useState<readonly LaterObject[]>([]);
  const close = () => setOpened(undefined);
  const name = personName(patient);
  return (
    <>
      <title>{shellTexts.pageTitle({ title: name })}</title>
      <Link
        to={portalPaths.patients}
        className="inline-flex min-h-6 items-center gap-1.5 self-start text-desk text-muted hover:text-text"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        {texts.back()}
      </Link>
      <PageHeader title={name}>
        <Button
          variant="outline"
          icon={<Merge size={17} aria-hidden="true" />}
          onClick={() => setOpened('merge')}
        >
          {texts.merge()}
        </Button>
        <Button icon={<Pencil size={17} aria-hidden="true" />} onClick={() => setOpened('edit')}>
          {texts.edit()}
        </Button>
      </PageHeader>
      <Later objects={later} />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid gap-6">
          <PatientFacts patient={patient} />
          <Aliases patient={patient} aliases={aliases} onLater={setLater} />
          <Openings patient={patient._id} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <Visits patient={patient._id} checkups={checkups} />
          <ReferralHistory referrals={referrals} />
        </div>
      </div>
      <DownloadTray />
      {opened === 'edit' && <PatientDialog patient={patient} onClose={close} />}
      {opened === 'merge' && <MergeDialog patient={patient} onClose={close} />}
    </>
  );
}
