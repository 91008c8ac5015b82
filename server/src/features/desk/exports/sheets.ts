import type { ExportedList } from '@deqiq/contract/desk/exports.ts';
import type { WorkProgress } from '@deqiq/contract/desk/work-queues.ts';
import { nameReferredExamination } from '@deqiq/contract/examinations/names/examination-name.ts';
import type { Complaint } from '@deqiq/contract/office/complaint-lists.ts';
import { readPatientSearch } from '@deqiq/contract/referrals/patients/patient-search.ts';
import type {
  ContactMessage,
  PartnerApplication,
  Reservation,
} from '@deqiq/contract/site/application-lists.ts';
import * as texts from '@deqiq/messages/desk/exports.js';
import type { CheckupsService } from '../../examinations/checkups/checkups.service.ts';
import type { ComplaintsService } from '../../office/complaints/complaints.service.ts';
import type { LabsService } from '../../office/labs/labs.service.ts';
import type { PartnerStatsService } from '../../office/partner-stats/partner-stats.service.ts';
import type { PaymentsService } from '../../office/payments/payments.service.ts';
import type { PartnersService } from '../../people/partners/partners.service.ts';
import type { PatientsService } from '../../referrals/patients/patients.service.ts';
import type { ReferralsService } from '../../referrals/referrals/referrals.service.ts';
import type { ApplicationsService } from '../../site/applications/applications.service.ts';
import type { ClinicsService } from '../../site/clinics/clinics.service.ts';
import type { DoctorsService } from '../../site/doctors/doctors.service.ts';
import {
  type Column,
  defineSheet,
  fullName,
  type PageQuery,
  type Sheet,
  toDay,
  toMoment,
} from './sheet.ts';

export interface Lists {
  partners: PartnersService;
  checkups: CheckupsService;
  applications: ApplicationsService;
  payments: PaymentsService;
  stats: PartnerStatsService;
  doctors: DoctorsService;
  clinics: ClinicsService;
  labs: LabsService;
  complaints: ComplaintsService;
  patients: PatientsService;
  referrals: ReferralsService;
}

const byName = ({ search, ...page }: PageQuery) => ({ ...page, name: search });
const byFullName = ({ search, ...page }: PageQuery) => ({ ...page, fullName: search });

interface Person {
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
}

const applicant = (): Column<Person>[] => [
  [texts.fullName(), (row) => row.fullName],
  [texts.email(), (row) => row.email],
  [texts.phone(), (row) => row.phone],
];

const received = (): Column<{ createdAt: string }> => [
  texts.date(),
  (row) => toMoment(row.createdAt),
];

const progress = (): Column<WorkProgress>[] => [
  [texts.status(), (row) => row.status],
  [texts.note(), (row) => row.note],
];

/** Every list that can be exported, with names and columns in the current language. */
export const createSheets = (lists: Lists): Record<ExportedList, Sheet> => ({
  ...referralSheets(lists),
  ...partnerSheets(lists),
  ...workSheets(lists),
  ...visitorSheets(lists),
});

/** Without the numbers of documents, notes and questions. */
const referralSheets = ({ referrals, patients }: Lists) => ({
  referrals: defineSheet(
    texts.referrals(),
    async (actor, of) => (await referrals.list(actor, byName(of))).referrals,
    [
      [texts.code(), (row) => row.code],
      [texts.firstName(), ({ patient }) => patient.firstName],
      [texts.lastName(), ({ patient }) => patient.lastName],
      [texts.fatherName(), ({ patient }) => patient.fatherName],
      [texts.birthDate(), ({ patient }) => toDay(patient.birthDate)],
      [texts.phone(), ({ patient }) => patient.phone],
      [texts.doctorPartner(), (row) => fullName(row.partner)],
      [texts.examination(), (row) => nameReferredExamination(row.examination)],
      [texts.purpose(), (row) => row.purpose],
      [texts.teeth(), (row) => row.teeth.join(' ')],
      [texts.urgency(), (row) => row.urgency],
      [texts.status(), (row) => row.state],
      [texts.assignee(), (row) => row.assignee?.name ?? ''],
      [texts.created(), (row) => toMoment(row.createdAt)],
    ],
  ),
  patients: defineSheet(
    texts.patients(),
    async (_, { search, ...page }) =>
      (await patients.list({ ...page, name: '', ...readPatientSearch(search) })).patients,
    [
      [texts.code(), (row) => row.code],
      [texts.firstName(), (row) => row.firstName],
      [texts.lastName(), (row) => row.lastName],
      [texts.fatherName(), (row) => row.fatherName],
      [texts.birthDate(), (row) => toDay(row.birthDate)],
      [texts.sex(), (row) => row.sex],
      [texts.phone(), (row) => row.phone],
      [texts.email(), (row) => row.email],
      [texts.created(), (row) => toMoment(row.createdAt)],
    ],
  ),
});

const partnerSheets = ({ partners, stats, payments, complaints }: Lists) => ({
  partners: defineSheet(
    texts.partners(),
    async (_, of) => (await partners.list(byFullName(of))).partners,
    [
      [texts.firstName(), (row) => row.firstName],
      [texts.lastName(), (row) => row.lastName],
      [texts.email(), (row) => row.email],
      [texts.phone(), (row) => row.phone],
      [texts.instagram(), (row) => row.instagram],
      [texts.clinic(), (row) => row.clinicName],
      [texts.birthDate(), (row) => toDay(row.birthDate)],
      [texts.joinDate(), (row) => toMoment(row.createdAt)],
    ],
  ),
  'partner-stats': defineSheet(
    texts.partnerStats(),
    async (_, of) => (await stats.list(byFullName(of))).partners,
    [
      [texts.partnerName(), (row) => row.name],
      [texts.email(), (row) => row.email],
      [texts.clinic(), (row) => row.clinicName],
      [texts.balance(), (row) => row.balance],
      [texts.patientCount(), (row) => row.sendedPatientsCount],
      [texts.joinDate(), (row) => toMoment(row.createdAt)],
    ],
  ),
  payments: defineSheet(
    texts.payments(),
    async (_, of) => (await payments.list(byName(of))).payments,
    [
      [texts.partnerName(), (row) => fullName(row.partner)],
      [texts.clinic(), (row) => row.partner.clinicName],
      [texts.email(), (row) => row.partner.email],
      [texts.phone(), (row) => row.partner.phone],
      [texts.amount(), (row) => row.amount],
      [texts.gift(), (row) => row.gift],
      [texts.status(), (row) => row.status],
      [texts.date(), (row) => toMoment(row.date)],
    ],
  ),
  reports: defineSheet<Complaint>(
    texts.reports(),
    async (_, of) => (await complaints.list(byFullName(of))).reports,
    [
      [texts.partnerName(), (row) => fullName(row.partner)],
      [texts.email(), (row) => row.partner.email],
      [texts.complaint(), (row) => row.message],
      [texts.date(), (row) => toMoment(row.createdAt)],
      ...progress(),
    ],
  ),
});

const workSheets = ({ checkups, labs, clinics, doctors: partnerCards }: Lists) => ({
  checkups: defineSheet(
    texts.checkups(),
    async (actor, of) => (await checkups.list(actor, byName(of))).checkups,
    [
      [texts.firstName(), (row) => row.firstName],
      [texts.lastName(), (row) => row.lastName],
      [texts.doctorPartner(), (row) => fullName(row.partner)],
      [texts.examination(), (row) => row.name],
      [texts.description(), (row) => row.description],
      [texts.startDate(), (row) => toDay(row.startDate)],
      [texts.endDate(), (row) => toDay(row.endDate)],
      [texts.status(), (row) => row.status],
      [texts.recipeFiles(), (row) => row.files.length],
      [texts.xrayFiles(), (row) => row.xrayFiles.length],
      [texts.created(), (row) => toMoment(row.createdAt)],
    ],
  ),
  labs: defineSheet(texts.labs(), async (_, of) => (await labs.list(byName(of))).labs, [
    [texts.title(), (row) => row.title],
    [texts.partner(), (row) => fullName(row.partner)],
    [texts.status(), (row) => row.status],
    [texts.startDate(), (row) => toDay(row.startDate)],
    [texts.endDate(), (row) => toDay(row.endDate)],
  ]),
  clinics: defineSheet(texts.clinics(), async (_, of) => (await clinics.list(byName(of))).clinics, [
    [texts.title(), (row) => row.title],
    [texts.phone(), (row) => row.phone],
    [texts.instagram(), (row) => row.instagram],
    [texts.location(), (row) => row.location],
  ]),
  partnercards: defineSheet(
    texts.doctors(),
    async (_, of) => (await partnerCards.list(byName(of))).partnerCards,
    [
      [texts.firstName(), (row) => row.firstName],
      [texts.lastName(), (row) => row.lastName],
      [texts.phone(), (row) => row.phone],
      [texts.clinicName(), (row) => row.clinicName],
      [texts.instagram(), (row) => row.instagram],
      [texts.certificates(), (row) => row.imageUrls.length],
    ],
  ),
});

const visitorSheets = ({ applications }: Lists) => ({
  'applications/partner': defineSheet<PartnerApplication>(
    texts.partnerApplications(),
    async (_, of) => (await applications.listPartnerApplications(byFullName(of))).applications,
    [
      ...applicant(),
      [texts.clinicName(), (row) => row.clinicName],
      [texts.clinicPhone(), (row) => row.clinicPhone],
      received(),
      ...progress(),
    ],
  ),
  'applications/reservation': defineSheet<Reservation>(
    texts.reservations(),
    async (_, of) => (await applications.listReservations(byFullName(of))).applications,
    [...applicant(), [texts.doctor(), (row) => row.partnerFullName], received(), ...progress()],
  ),
  'applications/contact': defineSheet<ContactMessage>(
    texts.messages(),
    async (_, of) => (await applications.listContactMessages(byFullName(of))).applications,
    [...applicant(), [texts.message(), (row) => row.message], received(), ...progress()],
  ),
});
