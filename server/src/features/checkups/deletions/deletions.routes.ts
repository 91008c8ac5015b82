import { done } from '@deqiq/contract/auth.ts';
import { deletionList, deletionQuery } from '@deqiq/contract/deletions.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { errorResponses } from '../../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import type { DeletionsService } from './deletions.service.ts';

/** Deleted checkups and files that can still be restored. */
export function deletionsRoutes(app: App, deletions: DeletionsService): void {
  const config = { access: 'admin' } as const;
  const tags = ['checkups'];

  app.get(
    '/api/admin/checkups/deleted',
    {
      config: { ...config, auditedList: 'deleted checkups' },
      onRequest: answer304IfUnchanged(() => deletions.version()),
      schema: {
        tags,
        querystring: deletionQuery,
        response: { 200: deletionList, ...errorResponses },
      },
    },
    (request) => deletions.list(request.query),
  );

  app.post(
    '/api/admin/checkups/deleted/:id/restore',
    { config, schema: { tags, params: byId, response: { 200: done, ...errorResponses } } },
    (request) => deletions.restore(requireActor(request), request.params.id),
  );

  app.delete(
    '/api/partner/misc/checkups/:id',
    {
      config: { access: 'partner' },
      schema: { tags, params: byId, response: { 200: done, ...errorResponses } },
    },
    (request) => deletions.withdraw(requireActor(request), request.params.id),
  );
}
