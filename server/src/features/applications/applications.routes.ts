import {
  applicationQuery,
  contactMessageList,
  partnerApplicationList,
  reservationList,
} from '@deqiq/contract/applications.ts';
import { done } from '@deqiq/contract/auth.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { ApplicationsService } from './applications.service.ts';

/** Staff read and delete submissions of the public forms. */
export function applicationsRoutes(app: App, applications: ApplicationsService): void {
  const config = { access: 'admin' } as const;
  const tags = ['applications'];
  const querystring = applicationQuery;

  app.get(
    '/api/admin/applications/reservation',
    {
      config: { ...config, auditedList: 'reservation applications' },
      onRequest: answer304IfUnchanged(() => applications.version('reservation_applications')),
      schema: { tags, querystring, response: { 200: reservationList, ...errorResponses } },
    },
    (request) => applications.listReservations(request.query),
  );

  app.get(
    '/api/admin/applications/partner',
    {
      config,
      onRequest: answer304IfUnchanged(() => applications.version('partner_applications')),
      schema: { tags, querystring, response: { 200: partnerApplicationList, ...errorResponses } },
    },
    (request) => applications.listPartnerApplications(request.query),
  );

  app.get(
    '/api/admin/applications/contact',
    {
      config: { ...config, auditedList: 'contact messages' },
      onRequest: answer304IfUnchanged(() => applications.version('contact_messages')),
      schema: { tags, querystring, response: { 200: contactMessageList, ...errorResponses } },
    },
    (request) => applications.listContactMessages(request.query),
  );

  const removal = {
    config,
    schema: { tags, params: byId, response: { 200: done, ...errorResponses } },
  } as const;

  app.delete('/api/admin/applications/reservations/:id', removal, (request) =>
    applications.remove(requireActor(request), 'reservation_applications', request.params.id),
  );

  app.delete('/api/admin/applications/partners/:id', removal, (request) =>
    applications.remove(requireActor(request), 'partner_applications', request.params.id),
  );

  app.delete('/api/admin/applications/contacts/:id', removal, (request) =>
    applications.remove(requireActor(request), 'contact_messages', request.params.id),
  );
}
