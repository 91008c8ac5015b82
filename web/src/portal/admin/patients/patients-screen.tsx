import type { Patient } from '@deqiq/contract/referrals/patients/patients.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/patients.js';
import * as linkTexts from '@deqiq/messages/office/proposed-links.js';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { patientsQuery } from '../../../api/referrals/patients.ts';
import { formatBirthDate, personName } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { AddButton } from '../list/add-button.tsx';
import { createDayFilter } from '../list/list-filters.tsx';
import { FivePages, ListScreen } from '../list/list-screen.tsx';
import {
  Dash,
  EditAction,
  NoWrap,
  numberedByDate,
  PhoneNumber,
  Secondary,
} from '../list/rows/cells.tsx';
import { sexTexts } from '../referrals/referral-words.ts';
import { ScanButton } from '../referrals/scan/scan-button.tsx';
import { type OpenedReferralState, useCodeSearch } from '../referrals/scan/use-code-search.ts';
import { PatientDialog } from './patient-dialog.tsx';
import { patientPath } from './patient-path.ts';

const listColumns = (): Column<Patient>[] => [
  numberedByDate,
  {
    id: 'patient',
    header: texts.patient(),
    sort: 'name',
    title: true,
    wide: true,
    rowName: personName,
    cell: (patient) => (
      <>
        <Link
          to={patientPath(patient._id)}
          className="font-medium wrap-anywhere underline-offset-4 hover:text-accent-hover hover:underline"
        >
          {personName(patient)}
        </Link>
        {patient.fatherName && <Secondary>{patient.fatherName}</Secondary>}
      </>
    ),
  },
  {
    id: 'birthDate',
    header: texts.birthDate(),
    cell: ({ birthDate, sex }) => (
      <>
        {birthDate ? <NoWrap>{formatBirthDate(birthDate)}</NoWrap> : <Dash />}
        {sex && <Secondary>{sexTexts[sex]()}</Secondary>}
      </>
    ),
  },
  {
    id: 'phone',
    header: texts.phone(),
    cell: ({ phone }) => <PhoneNumber>{phone}</PhoneNumber>,
  },
  { id: 'code', header: texts.code(), cell: ({ code }) => <NoWrap>{code}</NoWrap> },
];

/** All patients. One search field takes names, birth dates, numbers and codes. */
export function PatientsScreen() {
  const [opened, setOpened] = useState<{ patient?: Patient }>();
  const navigate = useNavigate();
  const openCode = useCodeSearch((referral) => {
    const state: OpenedReferralState = { referral };
    void navigate(portalPaths.referrals, { state });
  });
  return (
    <>
      <ListScreen
        title={texts.title()}
        name="patients"
        exported="patients"
        list={patientsQuery}
        filters={[createDayFilter()]}
        byPartner={false}
        searchHint={texts.searchHint()}
        onSearch={openCode}
        rows={({ patients }) => patients}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminPatients}
        columns={listColumns()}
        empty={texts.noneFound()}
        failed={texts.listFailed()}
        Pager={FivePages}
        onOpen={({ _id }) => void navigate(patientPath(_id))}
        actions={(patient) => <EditAction onClick={() => setOpened({ patient })} />}
      >
        <ScanButton onText={openCode} />
        <Link to={portalPaths.proposedLinks} className={buttonClass('outline')}>
          {linkTexts.title()}
        </Link>
        <AddButton onClick={() => setOpened({})}>{texts.add()}</AddButton>
      </ListScreen>
      {opened && <PatientDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
