import { staffEndpoints } from '@deqiq/contract/people/staff.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { StaffService } from './staff.service.ts';

export function staffRoutes(app: App, staff: StaffService): void {
  const route = router(app, staffEndpoints, 'staff');
  const config = { access: 'owner' } as const;

  route(
    'GET /api/admin/account',
    { config: { access: 'admin', beforeEnrolment: true } },
    (request) => staff.account(requireActor(request)),
  );

  route('GET /api/admin/colleagues', { config: { access: 'admin' } }, () => staff.listNames());

  route('GET /api/admin/staff', { config }, () => staff.list());

  route('POST /api/admin/staff', { config }, (request) =>
    staff.create(requireActor(request), request.body),
  );

  route('PATCH /api/admin/staff/:id/role', { config }, (request) =>
    staff.changeRole(requireActor(request), request.params.id, request.body.role),
  );

  route('PATCH /api/admin/staff/:id/status', { config }, (request) =>
    staff.changeStatus(requireActor(request), request.params.id, request.body.status),
  );

  route('PATCH /api/admin/staff/:id/reset-password', { config }, (request) =>
    staff.resetPassword(requireActor(request), request.params.id, request.body.password),
  );

  route('PATCH /api/admin/staff/:id/reset-second-factor', { config }, (request) =>
    staff.resetSecondFactor(requireActor(request), request.params.id),
  );

  route('POST /api/admin/staff/:id/sign-out', { config }, (request) =>
    staff.signOut(requireActor(request), request.params.id),
  );

  route('PUT /api/admin/staff/:id/radiologist', { config }, (request) =>
    staff.setRadiologist(requireActor(request), request.params.id, request.body),
  );

  route('DELETE /api/admin/staff/:id/radiologist', { config }, (request) =>
    staff.removeRadiologist(requireActor(request), request.params.id),
  );

  route('DELETE /api/admin/staff/:id', { config }, (request) =>
    staff.remove(requireActor(request), request.params.id),
  );
}
