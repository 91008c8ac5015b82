import { checkupsEndpoints } from '@deqiq/contract/examinations/checkups.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { BODY_LIMIT } from '../../../platform/http/bodies/body-limits.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { CheckupsService } from './checkups.service.ts';
import type { DeletionsService } from './deletions/deletions.service.ts';

export function checkupsRoutes(
  app: App,
  checkups: CheckupsService,
  deletions: Pick<DeletionsService, 'deleteCheckup' | 'deleteFile'>,
): void {
  const route = router(app, checkupsEndpoints, 'checkups');
  const config = { access: 'admin' } as const;

  route(
    'GET /api/admin/checkups',
    {
      config: { ...config, auditedList: 'checkups' },
      ...answer304IfUnchanged(({ query }) =>
        checkups.version('ready' in Object(query) || 'opened' in Object(query)),
      ),
    },
    (request) => checkups.list(requireActor(request), request.query),
  );

  route('POST /api/admin/checkups', { config, bodyLimit: BODY_LIMIT.fileList }, (request, reply) =>
    checkups.create(requireActor(request), request.body, disconnectSignal(reply)),
  );

  route(
    'POST /api/admin/checkups/merge-chunks',
    { config, bodyLimit: BODY_LIMIT.fileList },
    (request, reply) =>
      checkups.attach(requireActor(request), request.body, disconnectSignal(reply)),
  );

  const read = {
    config: { ...config, auditedList: 'checkups' },
    ...answer304IfUnchanged(() => checkups.ownVersion()),
  } as const;

  route('GET /api/admin/checkups/:id', read, (request) =>
    checkups.find(requireActor(request), request.params.id),
  );

  route('GET /api/admin/checkups/:id/earlier', read, (request) =>
    checkups.listEarlier(requireActor(request), request.params.id),
  );

  route('POST /api/admin/checkups/:id/confirm-patient', { config }, (request) =>
    checkups.confirmPatient(requireActor(request), request.params.id),
  );

  route('DELETE /api/admin/checkups/:id', { config }, (request) =>
    deletions.deleteCheckup(requireActor(request), request.params.id),
  );

  route('DELETE /api/admin/checkups/:id/files/:fileName', { config }, (request) =>
    deletions.deleteFile(requireActor(request), request.params, request.query.id),
  );

  const readOwn = {
    config: { access: 'partner' },
    ...answer304IfUnchanged(() => checkups.ownVersion()),
  } as const;

  route(
    'GET /api/partner/misc/checkups',
    {
      ...readOwn,
      // The query is not validated yet.
      ...answer304IfUnchanged(({ query }) =>
        'unseen' in Object(query) || 'ready' in Object(query)
          ? checkups.unseenVersion()
          : checkups.ownVersion(),
      ),
    },
    (request) => checkups.listOwn(requireActor(request), request.query),
  );

  route('GET /api/partner/checkups/:id', readOwn, (request) =>
    checkups.find(requireActor(request), request.params.id),
  );

  route('GET /api/partner/checkups/:id/earlier', readOwn, (request) =>
    checkups.listEarlier(requireActor(request), request.params.id),
  );
}
