import { applicationsEndpoints } from '@deqiq/contract/site/applications.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { ApplicationsService } from './applications.service.ts';

export function applicationsRoutes(app: App, applications: ApplicationsService): void {
  const route = router(app, applicationsEndpoints, 'applications');
  const config = { access: 'admin' } as const;

  route(
    'GET /api/admin/applications/reservation',
    {
      config: { ...config, auditedList: 'reservation applications' },
      ...answer304IfUnchanged(() => applications.version('reservation_applications')),
    },
    (request) => applications.listReservations(request.query),
  );

  route(
    'GET /api/admin/applications/partner',
    {
      config,
      ...answer304IfUnchanged(() => applications.version('partner_applications')),
    },
    (request) => applications.listPartnerApplications(request.query),
  );

  route(
    'GET /api/admin/applications/contact',
    {
      config: { ...config, auditedList: 'contact messages' },
      ...answer304IfUnchanged(() => applications.version('contact_messages')),
    },
    (request) => applications.listContactMessages(request.query),
  );

  route('DELETE /api/admin/applications/reservations/:id', { config }, (request) =>
    applications.remove(requireActor(request), 'reservation_applications', request.params.id),
  );

  route('DELETE /api/admin/applications/partners/:id', { config }, (request) =>
    applications.remove(requireActor(request), 'partner_applications', request.params.id),
  );

  route('DELETE /api/admin/applications/contacts/:id', { config }, (request) =>
    applications.remove(requireActor(request), 'contact_messages', request.params.id),
  );
}
