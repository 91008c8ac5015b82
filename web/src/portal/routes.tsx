import type { RouteObject } from 'react-router';
import { LanguageArea } from '../ui/language.tsx';
import { Loader } from '../ui/page/page-states.tsx';
import { Failure, Missing } from './failure.tsx';
import { adminsOnly, guestsOnly, partnersOnly } from './guards.ts';
import { prefetchCheckups, prefetchLabs } from './partner/prefetch.ts';
import { Root } from './root.tsx';

const adminScreens: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({
      Component: (await import('./admin/partners/partners-screen.tsx')).PartnersScreen,
    }),
  },
  {
    path: 'checkups',
    lazy: async () => ({
      Component: (await import('./admin/checkups/checkups-screen.tsx')).CheckupsScreen,
    }),
  },
  {
    path: 'checkups/deleted',
    lazy: async () => ({
      Component: (await import('./admin/checkups/deleted/deleted-checkups-screen.tsx'))
        .DeletedCheckupsScreen,
    }),
  },
  {
    path: 'applications/partner',
    lazy: async () => ({
      Component: (await import('./admin/applications/partner-applications-screen.tsx'))
        .PartnerApplicationsScreen,
    }),
  },
  {
    path: 'applications/reservation',
    lazy: async () => ({
      Component: (await import('./admin/applications/reservations-screen.tsx')).ReservationsScreen,
    }),
  },
  {
    path: 'applications/contact',
    lazy: async () => ({
      Component: (await import('./admin/applications/contact-applications-screen.tsx'))
        .ContactApplicationsScreen,
    }),
  },
  {
    path: 'payments',
    lazy: async () => ({
      Component: (await import('./admin/payments/payments-screen.tsx')).PaymentsScreen,
    }),
  },
  {
    path: 'partner-stats',
    lazy: async () => ({
      Component: (await import('./admin/partner-stats/partner-stats-screen.tsx'))
        .PartnerStatsScreen,
    }),
  },
  {
    path: 'doctors',
    lazy: async () => ({
      Component: (await import('./admin/doctors/doctors-screen.tsx')).DoctorsScreen,
    }),
  },
  {
    path: 'clinics',
    lazy: async () => ({
      Component: (await import('./admin/clinics/clinics-screen.tsx')).ClinicsScreen,
    }),
  },
  {
    path: 'labs',
    lazy: async () => ({ Component: (await import('./admin/labs/labs-screen.tsx')).LabsScreen }),
  },
  {
    path: 'security',
    lazy: async () => ({
      Component: (await import('./admin/security/security-screen.tsx')).SecurityScreen,
    }),
  },
  {
    path: 'shares',
    lazy: async () => ({
      Component: (await import('./admin/shares/shares-screen.tsx')).SharesScreen,
    }),
  },
  {
    path: 'intake',
    lazy: async () => ({
      Component: (await import('./admin/intake/intake-screen.tsx')).IntakeScreen,
    }),
  },
  {
    path: 'devices',
    lazy: async () => ({
      Component: (await import('./admin/devices/devices-screen.tsx')).DevicesScreen,
    }),
  },
  {
    path: 'staff',
    lazy: async () => ({ Component: (await import('./admin/staff/staff-screen.tsx')).StaffScreen }),
  },
  {
    path: 'audit',
    lazy: async () => ({ Component: (await import('./admin/audit/audit-screen.tsx')).AuditScreen }),
  },
  {
    path: 'reports',
    lazy: async () => ({
      Component: (await import('./admin/complaints/complaints-screen.tsx')).ComplaintsScreen,
    }),
  },
];

/** The viewer has the whole window: no navigation beside it. */
const adminViewer: RouteObject = {
  path: 'admin/dashboard/checkups/:checkup/:file',
  loader: adminsOnly,
  ErrorBoundary: Failure,
  lazy: async () => ({
    Component: (await import('./viewer/viewer-screen.tsx')).AdminViewerScreen,
  }),
};

const partnerViewer: RouteObject = {
  path: 'partner/dashboard/rentgen/:checkup/:file',
  loader: partnersOnly,
  ErrorBoundary: Failure,
  lazy: async () => ({
    Component: (await import('./viewer/viewer-screen.tsx')).PartnerViewerScreen,
  }),
};

/** For a visitor of a share: no sign-in; the cookie of the share is enough. */
const sharedViewer: RouteObject = {
  path: 'paylasim/:token/bax/:file',
  ErrorBoundary: Failure,
  lazy: async () => ({
    Component: (await import('./shares/shared-pictures-screen.tsx')).SharedPicturesScreen,
  }),
};

const partnerScreens: RouteObject[] = [
  {
    index: true,
    loader: prefetchCheckups,
    lazy: async () => ({
      Component: (await import('./partner/dashboard/dashboard-screen.tsx')).DashboardScreen,
    }),
  },
  {
    path: 'rentgen',
    loader: prefetchCheckups,
    lazy: async () => ({
      Component: (await import('./partner/checkups/checkups-screen.tsx')).CheckupsScreen,
    }),
  },
  {
    path: 'rentgen/:checkup',
    lazy: async () => ({
      Component: (await import('./partner/results/result-screen.tsx')).ResultScreen,
    }),
  },
  {
    path: 'laboratory',
    loader: prefetchLabs,
    lazy: async () => ({ Component: (await import('./partner/labs/labs-screen.tsx')).LabsScreen }),
  },
  {
    path: 'shipments',
    lazy: async () => ({
      Component: (await import('./partner/shipments/shipments-screen.tsx')).ShipmentsScreen,
    }),
  },
  {
    path: 'profile',
    lazy: async () => ({
      Component: (await import('./partner/account/account-screen.tsx')).AccountScreen,
    }),
  },
  {
    path: 'profile/details',
    lazy: async () => ({
      Component: (await import('./partner/account/account-details-screen.tsx'))
        .AccountDetailsScreen,
    }),
  },
  {
    path: 'profile/notifications',
    lazy: async () => ({
      Component: (await import('./partner/notifications/notifications-screen.tsx'))
        .NotificationsScreen,
    }),
  },
  {
    path: 'profile/security',
    lazy: async () => ({
      Component: (await import('./partner/security/security-screen.tsx')).SecurityScreen,
    }),
  },
  {
    path: 'profile/shares',
    lazy: async () => ({
      Component: (await import('./partner/shares/shares-screen.tsx')).SharesScreen,
    }),
  },
  {
    path: 'gifts',
    lazy: async () => ({
      Component: (await import('./partner/gifts/gifts-screen.tsx')).GiftsScreen,
    }),
  },
];

/** Every address of the portal. Each screen is its own chunk. */
export const routes: RouteObject[] = [
  {
    HydrateFallback: () => (
      <LanguageArea language={window.location.pathname.startsWith('/admin') ? 'en' : 'az'}>
        <Loader full />
      </LanguageArea>
    ),
    ErrorBoundary: Failure,
    Component: Root,
    children: [
      {
        path: 'admin/login',
        loader: guestsOnly('admin'),
        lazy: async () => ({
          Component: (await import('./sign-in/admin-login-screen.tsx')).AdminLoginScreen,
        }),
      },
      {
        path: 'admin/dashboard',
        loader: adminsOnly,
        lazy: async () => ({
          Component: (await import('./admin/shell/admin-shell.tsx')).AdminShell,
        }),
        children: [{ ErrorBoundary: Failure, children: adminScreens }],
      },
      {
        path: 'login/partnyor',
        loader: guestsOnly('partner'),
        lazy: async () => ({
          Component: (await import('./sign-in/partner-login-screen.tsx')).PartnerLoginScreen,
        }),
      },
      {
        path: 'partner/dashboard',
        loader: partnersOnly,
        lazy: async () => ({
          Component: (await import('./partner/partner-layout.tsx')).PartnerLayout,
        }),
        children: [{ ErrorBoundary: Failure, children: partnerScreens }],
      },
      adminViewer,
      partnerViewer,
      sharedViewer,
      { path: '*', Component: Missing },
    ],
  },
];
