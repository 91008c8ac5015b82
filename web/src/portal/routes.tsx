import type { RouteObject } from 'react-router';
import { LanguageArea } from '../ui/language.tsx';
import { Loader } from '../ui/page/page-states.tsx';
import { Failure, Missing } from './failure.tsx';
import { adminsOnly, guestsOnly, partnersOnly } from './guards.ts';
import { checkupsAhead, labsAhead } from './partner/ahead.ts';

const adminScreens: RouteObject[] = [
  { index: true, lazy: () => import('./admin/partners/screen.tsx') },
  { path: 'checkups', lazy: () => import('./admin/checkups/screen.tsx') },
  {
    path: 'checkups/deleted',
    lazy: () => import('./admin/checkups/deleted/deleted-screen.tsx'),
  },
  { path: 'applications/partner', lazy: () => import('./admin/applications/partner/screen.tsx') },
  {
    path: 'applications/reservation',
    lazy: () => import('./admin/applications/reservation/screen.tsx'),
  },
  { path: 'applications/contact', lazy: () => import('./admin/applications/contact/screen.tsx') },
  { path: 'payments', lazy: () => import('./admin/payments/screen.tsx') },
  { path: 'partner-stats', lazy: () => import('./admin/partner-stats/screen.tsx') },
  { path: 'doctors', lazy: () => import('./admin/doctors/screen.tsx') },
  { path: 'clinics', lazy: () => import('./admin/clinics/screen.tsx') },
  { path: 'labs', lazy: () => import('./admin/labs/screen.tsx') },
  { path: 'security', lazy: () => import('./admin/security/security-screen.tsx') },
  { path: 'staff', lazy: () => import('./admin/staff/staff-screen.tsx') },
  { path: 'reports', lazy: () => import('./admin/reports/screen.tsx') },
];

const partnerScreens: RouteObject[] = [
  {
    index: true,
    loader: checkupsAhead,
    lazy: () => import('./partner/dashboard/screen.tsx'),
  },
  {
    path: 'rentgen',
    loader: checkupsAhead,
    lazy: () => import('./partner/rentgen/screen.tsx'),
  },
  {
    path: 'laboratory',
    loader: labsAhead,
    lazy: () => import('./partner/laboratory/screen.tsx'),
  },
  { path: 'shipments', lazy: () => import('./partner/shipments/screen.tsx') },
  { path: 'profile', lazy: () => import('./partner/profile/screen.tsx') },
  { path: 'profile/details', lazy: () => import('./partner/details/screen.tsx') },
  { path: 'profile/security', lazy: () => import('./partner/security/security-screen.tsx') },
  { path: 'gifts', lazy: () => import('./partner/gifts/screen.tsx') },
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
    children: [
      {
        path: 'admin/login',
        loader: guestsOnly('admin'),
        lazy: () => import('./admin/login/screen.tsx'),
      },
      {
        path: 'admin/dashboard',
        loader: adminsOnly,
        lazy: () => import('./admin/shell/shell.tsx'),
        children: [{ ErrorBoundary: Failure, children: adminScreens }],
      },
      {
        path: 'login/partnyor',
        loader: guestsOnly('partner'),
        lazy: () => import('./partner/login/screen.tsx'),
      },
      {
        path: 'partner/dashboard',
        loader: partnersOnly,
        lazy: () => import('./partner/layout.tsx'),
        children: [{ ErrorBoundary: Failure, children: partnerScreens }],
      },
      { path: '*', Component: Missing },
    ],
  },
];
