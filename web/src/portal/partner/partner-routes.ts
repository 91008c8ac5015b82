import type { RouteObject } from 'react-router';
import { Failure } from '../shell/failure.tsx';
import { partnersOnly } from '../shell/guards.ts';
import { prefetchCheckups, prefetchLabs } from './prefetch.ts';

export const partnerViewer: RouteObject = {
  path: 'partner/dashboard/rentgen/:checkup/:file',
  loader: partnersOnly,
  ErrorBoundary: Failure,
  lazy: async () => ({
    Component: (await import('../examinations/viewer/viewer-screen.tsx')).PartnerViewerScreen,
  }),
};

export const partnerScreens: RouteObject[] = [
  {
    index: true,
    loader: prefetchCheckups,
    lazy: async () => ({
      Component: (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen,
    }),
  },
  {
    path: 'rentgen',
    loader: prefetchCheckups,
    lazy: async () => ({
      Component: (await import('./checkups/checkups-screen.tsx')).CheckupsScreen,
    }),
  },
  {
    path: 'rentgen/:checkup',
    lazy: async () => ({
      Component: (await import('./results/result-screen.tsx')).ResultScreen,
    }),
  },
  {
    path: 'laboratory',
    loader: prefetchLabs,
    lazy: async () => ({ Component: (await import('./labs/labs-screen.tsx')).LabsScreen }),
  },
  {
    path: 'shipments',
    lazy: async () => ({
      Component: (await import('./shipments/shipments-screen.tsx')).ShipmentsScreen,
    }),
  },
  {
    path: 'referrals',
    lazy: async () => ({
      Component: (await import('./referrals/referrals-screen.tsx')).ReferralsScreen,
    }),
  },
  {
    path: 'referrals/new',
    lazy: async () => ({
      Component: (await import('./referrals/form/referral-form-screens.tsx')).NewReferralScreen,
    }),
  },
  {
    path: 'referrals/:referral',
    lazy: async () => ({
      Component: (await import('./referrals/slip-screen.tsx')).SlipScreen,
    }),
  },
  {
    path: 'referrals/:referral/edit',
    lazy: async () => ({
      Component: (await import('./referrals/form/referral-form-screens.tsx')).EditReferralScreen,
    }),
  },
  {
    path: 'profile',
    lazy: async () => ({
      Component: (await import('./account/account-screen.tsx')).AccountScreen,
    }),
  },
  {
    path: 'profile/details',
    lazy: async () => ({
      Component: (await import('./account/account-details-screen.tsx')).AccountDetailsScreen,
    }),
  },
  {
    path: 'profile/notifications',
    lazy: async () => ({
      Component: (await import('./notifications/notifications-screen.tsx')).NotificationsScreen,
    }),
  },
  {
    path: 'profile/security',
    lazy: async () => ({
      Component: (await import('./security/security-screen.tsx')).SecurityScreen,
    }),
  },
  {
    path: 'profile/shares',
    lazy: async () => ({
      Component: (await import('./shares/shares-screen.tsx')).SharesScreen,
    }),
  },
  {
    path: 'profile/month',
    lazy: async () => ({ Component: (await import('./month/month-screen.tsx')).OwnMonthScreen }),
  },
  {
    path: 'gifts',
    lazy: async () => ({
      Component: (await import('./gifts/gifts-screen.tsx')).GiftsScreen,
    }),
  },
];
