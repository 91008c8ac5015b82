import { done } from '@deqiq/contract/auth.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import {
  changeStaffRole,
  changeStaffStatus,
  createStaff,
  resetStaffPassword,
  staffAccount,
  staffAnswer,
  staffList,
} from '@deqiq/contract/staff.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import type { StaffService } from './staff.service.ts';

export function staffRoutes(app: App, staff: StaffService): void {
  const config = { access: 'owner' } as const;
  const tags = ['staff'];
  const changed = { 200: staffAnswer, ...errorResponses };
  const response = { 200: done, ...errorResponses };

  app.get(
    '/api/admin/account',
    {
      config: { access: 'admin', beforeEnrolment: true },
      schema: { tags, response: { 200: staffAccount, ...errorResponses } },
    },
    (request) => staff.account(requireActor(request)),
  );

  app.get(
    '/api/admin/staff',
    { config, schema: { tags, response: { 200: staffList, ...errorResponses } } },
    () => staff.list(),
  );

  app.post(
    '/api/admin/staff',
    { config, schema: { tags, body: createStaff, response: changed } },
    (request) => staff.create(requireActor(request), request.body),
  );

  app.patch(
    '/api/admin/staff/:id/role',
    { config, schema: { tags, params: byId, body: changeStaffRole, response: changed } },
    (request) => staff.changeRole(requireActor(request), request.params.id, request.body.role),
  );

  app.patch(
    '/api/admin/staff/:id/status',
    { config, schema: { tags, params: byId, body: changeStaffStatus, response: changed } },
    (request) => staff.changeStatus(requireActor(request), request.params.id, request.body.status),
  );

  app.patch(
    '/api/admin/staff/:id/reset-password',
    { config, schema: { tags, params: byId, body: resetStaffPassword, response } },
    (request) =>
      staff.resetPassword(requireActor(request), request.params.id, request.body.password),
  );

  app.patch(
    '/api/admin/staff/:id/reset-second-factor',
    { config, schema: { tags, params: byId, response } },
    (request) => staff.resetSecondFactor(requireActor(request), request.params.id),
  );

  app.post(
    '/api/admin/staff/:id/sign-out',
    { config, schema: { tags, params: byId, response } },
    (request) => staff.signOut(requireActor(request), request.params.id),
  );

  app.delete(
    '/api/admin/staff/:id',
    { config, schema: { tags, params: byId, response } },
    (request) => staff.remove(requireActor(request), request.params.id),
  );
}
