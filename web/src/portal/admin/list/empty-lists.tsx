import { devicesSection, portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/empty-lists.js';
import * as listTexts from '@deqiq/messages/office/list.js';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ADDS } from './add-button.tsx';

type EmptyList = {
  readonly purpose: () => string;
  /** The first action; `adds`: a form for a new entry opens there. Absent where others fill the list. */
  readonly step?: { readonly label: () => string; readonly to: string; readonly adds?: true };
};

const addFirst = (to: string) => ({ label: texts.first, to, adds: true }) as const;

/** The purpose of every list of the back-office, and the first action in it. */
const emptyLists = {
  partners: { purpose: texts.partners, step: addFirst(portalPaths.adminDashboard) },
  checkups: { purpose: texts.checkups, step: addFirst(portalPaths.adminCheckups) },
  referrals: { purpose: texts.referrals, step: addFirst(portalPaths.referrals) },
  patients: { purpose: texts.patients, step: addFirst(portalPaths.patients) },
  doctors: { purpose: texts.doctors, step: addFirst('/admin/dashboard/doctors') },
  clinics: { purpose: texts.clinics, step: addFirst('/admin/dashboard/clinics') },
  labs: { purpose: texts.labs, step: addFirst('/admin/dashboard/labs') },
  payments: {
    purpose: texts.payments,
    step: { label: texts.seeBalances, to: '/admin/dashboard/partner-stats' },
  },
  partnerStats: { purpose: texts.partnerStats, step: addFirst(portalPaths.adminDashboard) },
  complaints: { purpose: texts.complaints },
  reservations: {
    purpose: texts.reservations,
    step: { label: texts.bookTime, to: portalPaths.calendar },
  },
  partnerApplications: {
    purpose: texts.partnerApplications,
    step: { label: texts.yourself, to: portalPaths.adminDashboard, adds: true },
  },
  contacts: { purpose: texts.contacts },
  shares: {
    purpose: texts.shares,
    step: { label: texts.chooseExamination, to: portalPaths.adminCheckups },
  },
  reading: { purpose: texts.reading, step: { label: texts.seeSent, to: portalPaths.referrals } },
  intake: {
    purpose: texts.intake,
    step: { label: texts.connectMachine, to: devicesSection.path, adds: true },
  },
  monthAppointments: {
    purpose: texts.monthAppointments,
    step: { label: texts.bookTime, to: portalPaths.calendar },
  },
} as const satisfies Record<string, EmptyList>;

export type ListName = keyof typeof emptyLists;

type EmptyReason = { search: string; isFiltered: boolean; onClear: () => void };

/** The words below "nothing found", and the button: filters are removed, an empty list gets its first entry. */
export function describeEmpty(
  name: ListName | undefined,
  { search, isFiltered, onClear }: EmptyReason,
) {
  if (isFiltered)
    return {
      hint: texts.filtered(),
      action: (
        <Button variant="outline" onClick={onClear}>
          {listTexts.clearFilters()}
        </Button>
      ),
    };
  if (search) return { hint: texts.searched(), action: undefined };
  const list: EmptyList | undefined = name && emptyLists[name];
  return { hint: list?.purpose(), action: list?.step && <FirstStep step={list.step} /> };
}

const FirstStep = ({ step: { label, to, adds } }: { step: NonNullable<EmptyList['step']> }) => (
  <Link to={to} state={adds && ADDS} className={buttonClass('outline')}>
    {label()}
  </Link>
);
