import type { RouteObject } from 'react-router';
import { Failure } from '../shell/failure.tsx';
import { adminsOnly } from '../shell/guards.ts';

export const adminScreens: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({
      Component: (await import('./partners/partners-screen.tsx')).PartnersScreen,
    }),
  },
  {
    path: 'today',
    lazy: async () => ({
      Component: (await import('./today/today-screen.tsx')).TodayScreen,
    }),
  },
  {
    path: 'calendar',
    lazy: async () => ({
      Component: (await import('./calendar/calendar-screen.tsx')).CalendarScreen,
    }),
  },
  {
    path: 'calendar/settings',
    lazy: async () => ({
      Component: (await import('./calendar/settings/settings-screen.tsx')).SettingsScreen,
    }),
  },
  {
    path: 'referrals',
    lazy: async () => ({
      Component: (await import('./referrals/referrals-screen.tsx')).ReferralsScreen,
    }),
  },
  {
    path: 'patients',
    lazy: async () => ({
      Component: (await import('./patients/patients-screen.tsx')).PatientsScreen,
    }),
  },
  {
    path: 'patients/links',
    lazy: async () => ({
      Component: (await import('./patients/links/proposed-links-screen.tsx')).ProposedLinksScreen,
    }),
  },
  {
    path: 'patients/:patient',
    lazy: async () => ({
      Component: (await import('./patients/page/patient-screen.tsx')).PatientScreen,
    }),
  },
  {
    path: 'reading',
    lazy: async () => ({
      Component: (await import('./reading/reading-screen.tsx')).ReadingScreen,
    }),
  },
  {
    path: 'checkups',
    lazy: async () => ({
      Component: (await import('./checkups/checkups-screen.tsx')).CheckupsScreen,
    }),
  },
  {
    path: 'checkups/deleted',
    lazy: async () => ({
      Component: (await import('./checkups/deleted/deleted-checkups-screen.tsx'))
        .DeletedCheckupsScreen,
    }),
  },
  {
    path: 'checkups/:checkup/report',
    lazy: async () => ({
      Component: (await import('./reports/report-screen.tsx')).ReportScreen,
    }),
  },
  {
    path: 'applications/partner',
    lazy: async () => ({
      Component: (await import('./applications/partner-applications-screen.tsx'))
        .PartnerApplicationsScreen,
    }),
  },
  {
    path: 'applications/reservation',
    lazy: async () => ({
      Component: (await import('./applications/reservations-screen.tsx')).ReservationsScreen,
    }),
  },
  {
    path: 'applications/contact',
    lazy: async () => ({
      Component: (await import('./applications/contact-applications-screen.tsx'))
        .ContactApplicationsScreen,
    }),
  },
  {
    path: 'payments',
    lazy: async () => ({
      Component: (await import('./payments/payments-screen.tsx')).PaymentsScreen,
    }),
  },
  {
    path: 'partner-stats',
    lazy: async () => ({
      Component: (await import('./partner-stats/partner-stats-screen.tsx')).PartnerStatsScreen,
    }),
  },
  {
    path: 'doctors',
    lazy: async () => ({
      Component: (await import('./doctors/doctors-screen.tsx')).DoctorsScreen,
    }),
  },
  {
    path: 'clinics',
    lazy: async () => ({
      Component: (await import('./clinics/clinics-screen.tsx')).ClinicsScreen,
    }),
  },
  {
    path: 'labs',
    lazy: async () => ({ Component: (await import('./labs/labs-screen.tsx')).LabsScreen }),
  },
  {
    path: 'security',
    lazy: async () => ({
      Component: (await import('./security/security-screen.tsx')).SecurityScreen,
    }),
  },
  {
    path: 'shares',
    lazy: async () => ({
      Component: (await import('./shares/shares-screen.tsx')).SharesScreen,
    }),
  },
  {
    path: 'intake',
    lazy: async () => ({
      Component: (await import('./intake/intake-screen.tsx')).IntakeScreen,
    }),
  },
  {
    path: 'devices',
    lazy: async () => ({
      Component: (await import('./devices/devices-screen.tsx')).DevicesScreen,
    }),
  },
  {
    path: 'staff',
    lazy: async () => ({ Component: (await import('./staff/staff-screen.tsx')).StaffScreen }),
  },
  {
    path: 'month',
    lazy: async () => ({ Component: (await import('./month/month-screen.tsx')).MonthScreen }),
  },
  {
    path: 'month/appointments',
    lazy: async () => ({
      Component: (await import('./month/appointments-screen.tsx')).MonthAppointmentsScreen,
    }),
  },
  {
    path: 'settings',
    lazy: async () => ({
      Component: (await import('./clinic-settings/clinic-settings-screen.tsx'))
        .ClinicSettingsScreen,
    }),
  },
  {
    path: 'protection',
    lazy: async () => ({
      Component: (await import('./protection/protection-screen.tsx')).ProtectionScreen,
    }),
  },
  {
    path: 'audit',
    lazy: async () => ({ Component: (await import('./audit/audit-screen.tsx')).AuditScreen }),
  },
  {
    path: 'reports',
    lazy: async () => ({
      Component: (await import('./complaints/complaints-screen.tsx')).ComplaintsScreen,
    }),
  },
];

/** The viewer has the whole window: no navigation beside it. */
export const adminViewer: RouteObject = {
  path: 'admin/dashboard/checkups/:checkup/:file',
  loader: adminsOnly,
  ErrorBoundary: Failure,
  lazy: async () => ({
    Component: (await import('../examinations/viewer/viewer-screen.tsx')).AdminViewerScreen,
  }),
};
