import { intakeEndpoints } from '@deqiq/contract/machines/intake.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { IntakeService } from './intake.service.ts';

export function intakeRoutes(app: App, intake: IntakeService): void {
  const route = router(app, intakeEndpoints, 'intake');
  const config = { access: 'admin' } as const;
  const read = {
    config: { ...config, auditedList: 'intake' },
    ...answer304IfUnchanged(() => intake.version()),
  } as const;

  route('GET /api/admin/intake', read, (request) =>
    intake.list(requireActor(request), request.query),
  );

  route('GET /api/admin/intake/:id', read, (request) =>
    intake.find(requireActor(request), request.params.id),
  );

  route('POST /api/admin/intake/:id/assign', { config }, (request) =>
    intake.assign(requireActor(request), request.params.id, request.body),
  );

  route('POST /api/admin/intake/:id/create', { config }, (request) =>
    intake.create(requireActor(request), request.params.id, request.body),
  );

  route('POST /api/admin/intake/:id/aside', { config }, (request) =>
    intake.setAside(requireActor(request), request.params.id),
  );

  route('POST /api/admin/intake/:id/undo', { config }, (request) =>
    intake.undo(requireActor(request), request.params.id, request.body.assignment || null),
  );

  route('DELETE /api/admin/intake/:id/conflicts/:conflict', { config }, (request) =>
    intake.discardConflict(requireActor(request), request.params.id, request.params.conflict),
  );
}
