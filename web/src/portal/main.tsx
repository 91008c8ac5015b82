import '../styles/portal.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { connectRouter } from '../lib/history/overlay-history.ts';
import { guardPage } from './shell/page-guard.ts';
import { Portal } from './shell/portal.tsx';
import { routes } from './shell/routes.tsx';
import { syncThemeWithRoute } from './shell/theme.ts';

const router = createBrowserRouter(routes);
syncThemeWithRoute(router);
connectRouter(router);
guardPage(router);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <Portal router={router} />
  </StrictMode>,
);
