import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { examinationTexts } from '@deqiq/contract/referrals/referral-names.ts';
import { MAX_PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { monthSection } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/month.js';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import {
  countedStates,
  monthAppointmentsQuery,
  NO_KIND,
} from '../../../api/desk/month-appointments.ts';
import { kindsQuery } from '../../../api/referrals/kinds.ts';
import { formatMonth, today } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { addMonths } from '../../month/months.ts';
import { listAppointmentStates } from '../calendar/appointment-state.tsx';
import { useMachineList } from '../calendar/times/use-machines.ts';
import type { ChoiceFilter } from '../list/list-filters.tsx';
import { FivePages, ListScreen } from '../list/list-screen.tsx';
import { listColumns } from './appointment-columns.tsx';

const MONTHS = 13;

/** The appointments behind the figures of a month. */
export function MonthAppointmentsScreen() {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { data: machines = [] } = useMachineList();
  const kindsById = new Map(kinds.map((kind) => [kind._id, kind]));
  const machineNames = new Map(machines.map(({ _id, name }) => [_id, name]));
  const present = today().slice(0, 7);
  return (
    <ListScreen
      title={texts.rows()}
      name="monthAppointments"
      list={monthAppointmentsQuery}
      filters={listFilters(present, [...machineNames], [...kindsById.values()])}
      byPartner={false}
      rows={({ appointments }) => appointments}
      rowKey={({ _id }) => _id}
      pageSize={MAX_PAGE_SIZE}
      columns={listColumns(kindsById, machineNames)}
      empty={texts.noRows()}
      failed={texts.failed()}
      Pager={FivePages}
    >
      <Link to={monthSection.path} className={buttonClass('outline')}>
        <ArrowLeft size={18} aria-hidden="true" />
        {texts.back()}
      </Link>
    </ListScreen>
  );
}

function listFilters(
  present: string,
  machines: readonly (readonly [string, string])[],
  kinds: readonly Kind[],
): ChoiceFilter[] {
  const names = listAppointmentStates();
  const examinations = [...new Set(kinds.map(({ examination }) => examination))];
  const months = Array.from({ length: MONTHS }, (_, back) => addMonths(present, -back));
  return [
    {
      name: 'month',
      label: texts.month(),
      all: texts.presentMonth(),
      options: months.map((value) => ({ value, label: formatMonth(value) })),
    },
    {
      name: 'state',
      label: texts.status(),
      all: texts.allStates(),
      options: countedStates.map((value) => ({ value, label: names[value].text })),
    },
    {
      name: 'kind',
      label: texts.kind(),
      all: texts.allKinds(),
      options: [
        ...examinations.map((value) => ({ value, label: examinationTexts[value]() })),
        { value: NO_KIND, label: texts.otherKind() },
      ],
    },
    {
      name: 'machine',
      label: texts.machine(),
      all: texts.allMachines(),
      options: machines.map(([value, label]) => ({ value, label })),
    },
  ];
}
