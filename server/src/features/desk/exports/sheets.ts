import type { ExportedList } from '@deqiq/contract/desk/exports.ts';
import type { WorkProgress } from '@deqiq/contract/desk/work-queues.ts';
import type { Complaint } from '@deqiq/contract/office/complaint-lists.ts';
import type {
  ContactMessage,
  PartnerApplication,
  Reservation,
} from '@deqiq/contract/site/application-lists.ts';
import type { CheckupsService } from '../../examinations/checkups/checkups.service.ts';
import type { ComplaintsService } from '../../office/complaints/complaints.service.ts';
import type { LabsService } from '../../office/labs/labs.service.ts';
import type { PartnerStatsService } from '../../office/partner-stats/partner-stats.service.ts';
import type { PaymentsService } from '../../office/payments/payments.service.ts';
import type { PartnersService } from '../../people/partners/partners.service.ts';
import type { ApplicationsService } from '../../site/applications/applications.service.ts';
import type { ClinicsService } from '../../site/clinics/clinics.service.ts';
import type { DoctorsService } from '../../site/doctors/doctors.service.ts';
import { defineSheet, fullName, type PageQuery, type Sheet, toDay, toMoment } from './sheet.ts';

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
}

const byName = ({ page, limit, search }: PageQuery) => ({ page, limit, name: search });
const byFullName = ({ page, limit, search }: PageQuery) => ({ page, limit, fullName: search });

const applicant = {
  'Full Name': (row: { fullName: string }) => row.fullName,
  Email: (row: { email: string }) => row.email,
  Phone: (row: { phone: string }) => row.phone,
};

const received = { Date: (row: { createdAt: string }) => toMoment(row.createdAt) };

const progress = {
  Status: (row: WorkProgress) => row.status,
  Note: (row: WorkProgress) => row.note,
};

/** Every list that can be exported. */
export const createSheets = (lists: Lists): Record<ExportedList, Sheet> => ({
  ...partnerSheets(lists),
  ...workSheets(lists),
  ...visitorSheets(lists),
});

const partnerSheets = ({ partners, stats, payments, complaints }: Lists) => ({
  partners: defineSheet(
    'Partners',
    async (_, of) => (await partners.list(byFullName(of))).partners,
    {
      'First Name': (row) => row.firstName,
      'Last Name': (row) => row.lastName,
      Email: (row) => row.email,
      Phone: (row) => row.phone,
      Instagram: (row) => row.instagram,
      Clinic: (row) => row.clinicName,
      'Birth Date': (row) => toDay(row.birthDate),
      'Join Date': (row) => toMoment(row.createdAt),
    },
  ),
  'partner-stats': defineSheet(
    'Partner Stats',
    async (_, of) => (await stats.list(byFullName(of))).partners,
    {
      'Partner Name': (row) => row.name,
      Email: (row) => row.email,
      Clinic: (row) => row.clinicName,
      Balance: (row) => row.balance,
      'Patient Count': (row) => row.sendedPatientsCount,
      'Join Date': (row) => toMoment(row.createdAt),
    },
  ),
  payments: defineSheet('Payments', async (_, of) => (await payments.list(byName(of))).payments, {
    'Partner Name': (row) => fullName(row.partner),
    Clinic: (row) => row.partner.clinicName,
    Email: (row) => row.partner.email,
    Phone: (row) => row.partner.phone,
    'Amount (AZN)': (row) => row.amount,
    Gift: (row) => row.gift,
    Status: (row) => row.status,
    Date: (row) => toMoment(row.date),
  }),
  reports: defineSheet<Complaint>(
    'Reports',
    async (_, of) => (await complaints.list(byFullName(of))).reports,
    {
      'Partner Name': (row) => fullName(row.partner),
      Email: (row) => row.partner.email,
      Mesaj: (row) => row.message,
      Date: (row) => toMoment(row.createdAt),
      ...progress,
    },
  ),
});

const workSheets = ({ checkups, labs, clinics, doctors: partnerCards }: Lists) => ({
  checkups: defineSheet(
    'Checkups',
    async (actor, of) => (await checkups.list(actor, byName(of))).checkups,
    {
      'First Name': (row) => row.firstName,
      'Last Name': (row) => row.lastName,
      'Doctor (partner)': (row) => fullName(row.partner),
      Examination: (row) => row.name,
      Description: (row) => row.description,
      'Start Date': (row) => toDay(row.startDate),
      'End Date': (row) => toDay(row.endDate),
      Status: (row) => row.status,
      'Recipe Files': (row) => row.files.length,
      'X-ray Files': (row) => row.xrayFiles.length,
      Created: (row) => toMoment(row.createdAt),
    },
  ),
  labs: defineSheet('Labs', async (_, of) => (await labs.list(byName(of))).labs, {
    Title: (row) => row.title,
    Partner: (row) => fullName(row.partner),
    Status: (row) => row.status,
    'Start Date': (row) => toDay(row.startDate),
    'End Date': (row) => toDay(row.endDate),
  }),
  clinics: defineSheet('Clinics', async (_, of) => (await clinics.list(byName(of))).clinics, {
    Title: (row) => row.title,
    Phone: (row) => row.phone,
    Instagram: (row) => row.instagram,
    Location: (row) => row.location,
  }),
  partnercards: defineSheet(
    'Doctors',
    async (_, of) => (await partnerCards.list(byName(of))).partnerCards,
    {
      'First Name': (row) => row.firstName,
      'Last Name': (row) => row.lastName,
      Phone: (row) => row.phone,
      'Clinic Name': (row) => row.clinicName,
      Instagram: (row) => row.instagram,
      Certificates: (row) => row.imageUrls.length,
    },
  ),
});

const visitorSheets = ({ applications }: Lists) => ({
  'applications/partner': defineSheet<PartnerApplication>(
    'Applies Partner',
    async (_, of) => (await applications.listPartnerApplications(byFullName(of))).applications,
    {
      ...applicant,
      'Clinic Name': (row) => row.clinicName,
      'Clinic Phone': (row) => row.clinicPhone,
      ...received,
      ...progress,
    },
  ),
  'applications/reservation': defineSheet<Reservation>(
    'Applies Reservation',
    async (_, of) => (await applications.listReservations(byFullName(of))).applications,
    { ...applicant, Doctor: (row) => row.partnerFullName, ...received, ...progress },
  ),
  'applications/contact': defineSheet<ContactMessage>(
    'Messages',
    async (_, of) => (await applications.listContactMessages(byFullName(of))).applications,
    { ...applicant, Message: (row) => row.message, ...received, ...progress },
  ),
});
