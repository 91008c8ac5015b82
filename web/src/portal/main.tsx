import '../styles/portal.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { followPages } from '../lib/over-the-page.ts';
import { followArea } from './area.ts';
import { guardPage } from './page-guard.ts';
import { Portal } from './portal.tsx';
import { routes } from './routes.tsx';

const router = createBrowserRouter(routes);
followArea(router);
followPages(router);
guardPage(router);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <Portal router={router} />
  </StrictMode>,
);
