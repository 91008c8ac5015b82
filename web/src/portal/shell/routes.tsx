import type { RouteObject } from 'react-router';
import { Loader } from '../../ui/page/page-states.tsx';
import { adminScreens, adminViewer } from '../admin/admin-routes.ts';
import { partnerScreens, partnerViewer } from '../partner/partner-routes.ts';
import { Failure, Missing } from './failure.tsx';
import { adminsOnly, guestsOnly, partnersOnly } from './guards.ts';
import { Root } from './root.tsx';

/** For a visitor of a share: no sign-in; the cookie of the share is enough. */
const sharedViewer: RouteObject = {
  path: 'paylasim/:token/bax/:file',
  ErrorBoundary: Failure,
  lazy: async () => ({
    Component: (await import('../shares/shared-pictures-screen.tsx')).SharedPicturesScreen,
  }),
};

/** Every address of the portal. Each screen is its own chunk. */
export const routes: RouteObject[] = [
  {
    HydrateFallback: () => <Loader full />,
    ErrorBoundary: Failure,
    Component: Root,
    children: [
      {
        path: 'admin/login',
        loader: guestsOnly('admin'),
        lazy: async () => ({
          Component: (await import('../accounts/sign-in/admin-login-screen.tsx')).AdminLoginScreen,
        }),
      },
      {
        path: 'admin/dashboard',
        loader: adminsOnly,
        lazy: async () => ({
          Component: (await import('../admin/shell/admin-shell.tsx')).AdminShell,
        }),
        children: [{ ErrorBoundary: Failure, children: adminScreens }],
      },
      {
        path: 'login/partnyor',
        loader: guestsOnly('partner'),
        lazy: async () => ({
          Component: (await import('../accounts/sign-in/partner-login-screen.tsx'))
            .PartnerLoginScreen,
        }),
      },
      {
        path: 'login/partnyor/sifre',
        loader: guestsOnly('partner'),
        lazy: async () => ({
          Component: (await import('../accounts/sign-in/password-reset-screen.tsx'))
            .PasswordResetScreen,
        }),
      },
      {
        path: 'partner/dashboard',
        loader: partnersOnly,
        lazy: async () => ({
          Component: (await import('../partner/partner-layout.tsx')).PartnerLayout,
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
