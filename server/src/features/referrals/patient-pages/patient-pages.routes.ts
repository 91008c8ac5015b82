import { patientsEndpoints } from '@deqiq/contract/referrals/patients/patients.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { PatientPagesService } from './patient-pages.service.ts';

export function patientPagesRoutes(app: App, pages: PatientPagesService): void {
  const route = router(app, patientsEndpoints, 'patients');
  const config = { access: 'admin' } as const;
  const audited = { ...config, auditedList: 'patients' } as const;

  route('GET /api/admin/patients/proposals', { config: audited }, (request) =>
    pages.listProposals(request.query),
  );

  route('GET /api/admin/patients/:id', { config: audited }, (request) =>
    pages.find(requireActor(request), request.params.id),
  );

  route('GET /api/admin/patients/:id/openings', { config: audited }, (request) =>
    pages.listOpenings(request.params.id),
  );

  route('PUT /api/admin/checkups/:id/patient', { config }, (request) =>
    pages.link(requireActor(request), request.params.id, request.body.patient),
  );
}
