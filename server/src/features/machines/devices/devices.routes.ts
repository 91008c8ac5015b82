import { devicesEndpoints } from '@deqiq/contract/machines/devices.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { DevicesService } from './devices.service.ts';

export function devicesRoutes(app: App, devices: DevicesService): void {
  const route = router(app, devicesEndpoints, 'devices');
  const config = { access: 'admin' } as const;

  route(
    'GET /api/admin/devices',
    { config, ...answer304IfUnchanged(() => devices.version()) },
    () => devices.list(),
  );

  // A token outlives the session of its maker: only owners see one.
  const ownerOnly = { access: 'owner' } as const;

  route('POST /api/admin/devices', { config: ownerOnly }, (request) =>
    devices.create(requireActor(request), request.body),
  );

  route('PUT /api/admin/devices/:id', { config }, (request) =>
    devices.update(requireActor(request), request.params.id, request.body),
  );

  route('POST /api/admin/devices/:id/token', { config: ownerOnly }, (request) =>
    devices.replaceToken(requireActor(request), request.params.id),
  );

  // It connects to whatever host staff enter, and its answer tells which ports are open there.
  route('POST /api/admin/devices/:id/test', { config: ownerOnly }, (request) =>
    devices.test(requireActor(request), request.params.id),
  );

  route('DELETE /api/admin/devices/:id', { config }, (request) =>
    devices.revoke(requireActor(request), request.params.id),
  );
}
