import { patientsEndpoints } from '@deqiq/contract/referrals/patients/patients.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { PatientsService } from './patients.service.ts';

export function patientsRoutes(app: App, patients: PatientsService): void {
  const route = router(app, patientsEndpoints, 'patients');
  const config = { access: 'admin' } as const;
  const audited = { ...config, auditedList: 'patients' } as const;

  route(
    'GET /api/admin/patients',
    { config: audited, ...answer304IfUnchanged(() => patients.version()) },
    (request) => patients.list(request.query),
  );

  route('POST /api/admin/patients', { config }, (request) =>
    patients.create(requireActor(request), request.body),
  );

  route('GET /api/admin/patients/similar', { config: audited }, (request) =>
    patients.listSimilar(request.query),
  );

  route('PUT /api/admin/patients/:id', { config }, (request) =>
    patients.update(requireActor(request), request.params.id, request.body),
  );

  route('POST /api/admin/patients/:id/merge', { config }, (request) =>
    patients.merge(requireActor(request), request.params.id, request.body.other),
  );

  route('POST /api/admin/patients/:id/unmerge', { config }, (request) =>
    patients.unmerge(requireActor(request), request.params.id, request.body.other),
  );
}
