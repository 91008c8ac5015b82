/** Paths of the portal. Every other unknown path is a 404 page. */
export const portalPaths = {
  adminLogin: '/admin/login',
  adminDashboard: '/admin/dashboard',
  deletedCheckups: '/admin/dashboard/checkups/deleted',
  adminCheckups: '/admin/dashboard/checkups',
  partnerApplications: '/admin/dashboard/applications/partner',
  reservations: '/admin/dashboard/applications/reservation',
  contactMessages: '/admin/dashboard/applications/contact',
  complaints: '/admin/dashboard/reports',
  audit: '/admin/dashboard/audit',
  partnerLogin: '/login/partnyor',
  partnerDashboard: '/partner/dashboard',
  partnerCheckups: '/partner/dashboard/rentgen',
  partnerLabs: '/partner/dashboard/laboratory',
  partnerGifts: '/partner/dashboard/gifts',
  partnerDetails: '/partner/dashboard/profile/details',
  partnerSecurity: '/partner/dashboard/profile/security',
  partnerProfile: '/partner/dashboard/profile',
  partnerShares: '/partner/dashboard/profile/shares',
} as const;

/** The sidebar of the back-office in order: label and path (specification, section 2). */
export const adminSections = [
  { label: 'Partners', path: portalPaths.adminDashboard },
  { label: 'Checkups', path: portalPaths.adminCheckups },
  { label: 'Applies Partner', path: portalPaths.partnerApplications },
  { label: 'Applies Reservation', path: portalPaths.reservations },
  { label: 'Payments', path: '/admin/dashboard/payments' },
  { label: 'Partner Stats', path: '/admin/dashboard/partner-stats' },
  { label: 'Doctors', path: '/admin/dashboard/doctors' },
  { label: 'Clinics', path: '/admin/dashboard/clinics' },
  { label: 'Labs', path: '/admin/dashboard/labs' },
  { label: 'Reports', path: portalPaths.complaints },
  { label: 'Messages', path: portalPaths.contactMessages },
] as const;

/** For all staff, after the sections of the specification. */
export const securitySection = { label: 'Security', path: '/admin/dashboard/security' } as const;

/** Links to examinations, for all staff, after the sections of the specification. */
export const sharesSection = { label: 'Shared Links', path: '/admin/dashboard/shares' } as const;

/** Studies from X-ray machines, for all staff. */
export const intakeSection = { label: 'Intake', path: '/admin/dashboard/intake' } as const;

/** Machines and programs that send studies, for all staff. */
export const devicesSection = { label: 'Devices', path: '/admin/dashboard/devices' } as const;

/** For owners, after the others. */
export const staffSection = { label: 'Staff', path: '/admin/dashboard/staff' } as const;

/** For owners: who did what. */
export const auditSection = { label: 'Audit', path: portalPaths.audit } as const;

export const partnerSections = [
  { label: 'Rentgen', path: portalPaths.partnerCheckups },
  { label: 'Laboratoriya', path: portalPaths.partnerLabs },
  { label: 'Göndərişlər', path: '/partner/dashboard/shipments' },
  { label: 'Profil', path: portalPaths.partnerProfile },
] as const;

export const portalAddresses: readonly string[] = [
  ...new Set([
    ...Object.values(portalPaths),
    ...adminSections.map((section) => section.path),
    intakeSection.path,
    devicesSection.path,
    sharesSection.path,
    securitySection.path,
    staffSection.path,
    auditSection.path,
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

const ID = /^[\w-]{1,100}$/;

/** Whether a path is the address of a file in the viewer, or of a checkup of a partner. */
export function isViewerPath(path: string): boolean {
  const parent = viewerParents.find((one) => path.startsWith(`${one}/`));
  const ids = parent ? path.slice(parent.length + 1).split('/') : [];
  const isWhole = ids.length === 2 || (ids.length === 1 && parent === portalPaths.partnerCheckups);
  return isWhole && ids.every((id) => ID.test(id));
}

/** Prefix of links to files of checkups; a capability follows. */
export const FILES_PATH = '/public/uploads/checkupFiles/';
