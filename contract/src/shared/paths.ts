import * as texts from '@deqiq/messages/office/sections.js';
import * as partnerTexts from '@deqiq/messages/partner/sections.js';

/** Paths of the portal. Every other unknown path is a 404 page. */
export const portalPaths = {
  adminLogin: '/admin/login',
  adminDashboard: '/admin/dashboard',
  deletedCheckups: '/admin/dashboard/checkups/deleted',
  adminCheckups: '/admin/dashboard/checkups',
  referrals: '/admin/dashboard/referrals',
  patients: '/admin/dashboard/patients',
  today: '/admin/dashboard/today',
  reading: '/admin/dashboard/reading',
  calendar: '/admin/dashboard/calendar',
  calendarSettings: '/admin/dashboard/calendar/settings',
  proposedLinks: '/admin/dashboard/patients/links',
  partnerApplications: '/admin/dashboard/applications/partner',
  reservations: '/admin/dashboard/applications/reservation',
  contactMessages: '/admin/dashboard/applications/contact',
  complaints: '/admin/dashboard/reports',
  audit: '/admin/dashboard/audit',
  partnerLogin: '/login/partnyor',
  passwordReset: '/login/partnyor/sifre',
  partnerDashboard: '/partner/dashboard',
  partnerCheckups: '/partner/dashboard/rentgen',
  partnerLabs: '/partner/dashboard/laboratory',
  partnerGifts: '/partner/dashboard/gifts',
  partnerShipments: '/partner/dashboard/shipments',
  partnerReferrals: '/partner/dashboard/referrals',
  newReferral: '/partner/dashboard/referrals/new',
  partnerDetails: '/partner/dashboard/profile/details',
  partnerSecurity: '/partner/dashboard/profile/security',
  partnerProfile: '/partner/dashboard/profile',
  partnerShares: '/partner/dashboard/profile/shares',
  partnerMonth: '/partner/dashboard/profile/month',
  monthAppointments: '/admin/dashboard/month/appointments',
} as const;

/** Above the sections of the specification: what the desk does all day. */
const deskSections = [
  { label: texts.today, path: portalPaths.today },
  { label: texts.calendar, path: portalPaths.calendar },
  { label: texts.referrals, path: portalPaths.referrals },
  { label: texts.patients, path: portalPaths.patients },
  { label: texts.reading, path: portalPaths.reading },
] as const;

/** The sidebar of the back-office in order: label and path (specification, section 2). */
export const adminSections = [
  { label: texts.partners, path: portalPaths.adminDashboard },
  { label: texts.checkups, path: portalPaths.adminCheckups },
  { label: texts.partnerApplications, path: portalPaths.partnerApplications },
  { label: texts.reservations, path: portalPaths.reservations },
  { label: texts.payments, path: '/admin/dashboard/payments' },
  { label: texts.partnerStats, path: '/admin/dashboard/partner-stats' },
  { label: texts.doctors, path: '/admin/dashboard/doctors' },
  { label: texts.clinics, path: '/admin/dashboard/clinics' },
  { label: texts.labs, path: '/admin/dashboard/labs' },
  { label: texts.complaints, path: portalPaths.complaints },
  { label: texts.contactMessages, path: portalPaths.contactMessages },
] as const;

/** For all staff, after the sections of the specification. */
export const securitySection = {
  label: texts.security,
  path: '/admin/dashboard/security',
} as const;

/** Links to examinations, for all staff, after the sections of the specification. */
const sharesSection = { label: texts.sharedLinks, path: '/admin/dashboard/shares' } as const;

/** Studies from X-ray machines, for all staff. */
export const intakeSection = { label: texts.intake, path: '/admin/dashboard/intake' } as const;

/** Machines and programs that send studies, for all staff. */
export const devicesSection = { label: texts.devices, path: '/admin/dashboard/devices' } as const;

/** For owners, after the others. */
const staffSection = { label: texts.staff, path: '/admin/dashboard/staff' } as const;

/** For owners: the figures of a month. */
export const monthSection = { label: texts.month, path: '/admin/dashboard/month' } as const;

/** For owners: name, telephone, address and hours of the clinic. */
export const settingsSection = {
  label: texts.settings,
  path: '/admin/dashboard/settings',
} as const;

/** For owners: backups, disk, audit, messages, certificate. */
export const protectionSection = {
  label: texts.protection,
  path: '/admin/dashboard/protection',
} as const;

/** For owners: who did what. */
const auditSection = { label: texts.audit, path: portalPaths.audit } as const;

const machineSections = [intakeSection, devicesSection, sharesSection, securitySection] as const;

const ownerSections = [
  monthSection,
  staffSection,
  settingsSection,
  protectionSection,
  auditSection,
] as const;

type Section =
  | (typeof deskSections)[number]
  | (typeof adminSections)[number]
  | (typeof machineSections)[number]
  | (typeof ownerSections)[number];

export type SectionPath = Section['path'];

export type SectionGroup = {
  readonly name: 'desk' | 'clinic' | 'machines' | 'owner';
  readonly sections: readonly Section[];
};

/** The menu of the back-office: its groups in order. */
export const listSections = (isOwner: boolean): readonly SectionGroup[] => [
  { name: 'desk', sections: deskSections },
  { name: 'clinic', sections: adminSections },
  { name: 'machines', sections: machineSections },
  ...(isOwner ? [{ name: 'owner', sections: ownerSections } as const] : []),
];

export const partnerSections = [
  { label: partnerTexts.xrays, path: portalPaths.partnerCheckups },
  { label: partnerTexts.labs, path: portalPaths.partnerLabs },
  { label: partnerTexts.shipments, path: portalPaths.partnerShipments },
  { label: partnerTexts.profile, path: portalPaths.partnerProfile },
] as const;

export const portalAddresses: readonly string[] = [
  ...new Set([
    ...Object.values(portalPaths),
    ...listSections(true).flatMap(({ sections }) => sections.map(({ path }) => path)),
    ...partnerSections.map((section) => section.path),
    '/partner/dashboard/profile/notifications',
  ]),
];

/** The address of one file of a checkup in the viewer follows these; `:checkup/:file` are their ids. A partner's
 * checkup has an address too. */
export const viewerParents: readonly string[] = [
  portalPaths.adminCheckups,
  portalPaths.partnerCheckups,
];

/** Lists whose entries have an address, too. */
const recordParents: readonly string[] = [portalPaths.partnerCheckups, portalPaths.patients];

const ID = /^[\w-]{1,100}$/;

/** Whether a path is the address of a file in the viewer, of a checkup of a partner, or of a patient. */
export function isViewerPath(path: string): boolean {
  const parent = [...viewerParents, portalPaths.patients].find((one) => path.startsWith(`${one}/`));
  if (parent === undefined) return false;
  const ids = path.slice(parent.length + 1).split('/');
  const isWhole =
    (ids.length === 2 && viewerParents.includes(parent)) ||
    (ids.length === 1 && recordParents.includes(parent));
  return isWhole && ids.every((id) => ID.test(id));
}

/** Whether a path is the address of one referral of a partner, or of its form. */
export function isReferralPath(path: string): boolean {
  const parent = `${portalPaths.partnerReferrals}/`;
  const [id = '', form, ...rest] = path.startsWith(parent)
    ? path.slice(parent.length).split('/')
    : [];
  return ID.test(id) && (form === undefined || form === 'edit') && rest.length === 0;
}

/** Prefix of links to files of checkups; a capability follows. */
export const FILES_PATH = '/public/uploads/checkupFiles/';
