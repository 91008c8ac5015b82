import { appointmentsEndpoints } from '@deqiq/contract/referrals/booking/appointments.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { AppointmentsService } from './appointments.service.ts';

export function appointmentsRoutes(app: App, appointments: AppointmentsService): void {
  const route = router(app, appointmentsEndpoints, 'appointments');
  const config = { access: 'admin' } as const;

  route(
    'GET /api/admin/appointments',
    {
      config: { ...config, auditedList: 'appointments' },
      ...answer304IfUnchanged(() => appointments.version()),
    },
    (request) => appointments.list(request.query),
  );

  route('POST /api/admin/appointments', { config }, (request) =>
    appointments.create(requireActor(request), request.body),
  );

  route('PUT /api/admin/appointments/:id', { config }, (request) =>
    appointments.update(requireActor(request), request.params.id, request.body),
  );

  route('DELETE /api/admin/appointments/:id', { config }, (request) =>
    appointments.remove(requireActor(request), request.params.id),
  );

  route('POST /api/admin/appointments/:id/arrive', { config }, (request) =>
    appointments.arrive(requireActor(request), request.params.id),
  );

  route('POST /api/admin/appointments/:id/missed', { config }, (request) =>
    appointments.miss(requireActor(request), request.params.id),
  );

  route('POST /api/admin/appointments/:id/undo', { config }, (request) =>
    appointments.undo(requireActor(request), request.params.id),
  );
}
