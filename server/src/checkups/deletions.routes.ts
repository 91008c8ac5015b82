import { done } from '@deqiq/contract/auth.ts';
import { deletionList, deletionQuery } from '@deqiq/contract/deletions.ts';
import { byId } from '@deqiq/contract/text.ts';
import { type App, actorOf } from '../http/app-types.ts';
import { polled } from '../http/polled.ts';
import { refusals } from '../http/refusals.ts';
import type { DeletionsService } from './deletions.service.ts';

/** Deleted checkups and files, for as long as they can be restored. */
export function deletionsRoutes(app: App, deletions: DeletionsService): void {
  const config = { access: 'admin' } as const;
  const tags = ['checkups'];

  app.get(
    '/api/admin/checkups/deleted',
    {
      config: { ...config, auditedList: 'deleted checkups' },
      onRequest: polled(() => deletions.version()),
      schema: { tags, querystring: deletionQuery, response: { 200: deletionList, ...refusals } },
    },
    (request) => deletions.list(request.query),
  );

  app.post(
    '/api/admin/checkups/deleted/:id/restore',
    { config, schema: { tags, params: byId, response: { 200: done, ...refusals } } },
    (request) => deletions.restore(actorOf(request), request.params.id),
  );

  app.delete(
    '/api/partner/misc/checkups/:id',
    {
      config: { access: 'partner' },
      schema: { tags, params: byId, response: { 200: done, ...refusals } },
    },
    (request) => deletions.withdraw(actorOf(request), request.params.id),
  );
}
