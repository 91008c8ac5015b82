import { done } from '@deqiq/contract/auth.ts';
import {
  createLab,
  labAnswer,
  labList,
  labQuery,
  ownLabList,
  ownLabQuery,
  setLabStatus,
  updateLab,
} from '@deqiq/contract/labs.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { LabsService } from './labs.service.ts';

export function labsRoutes(app: App, labs: LabsService): void {
  const config = { access: 'admin' } as const;
  const tags = ['labs'];
  const response = { 200: labAnswer, ...errorResponses };

  app.get(
    '/api/admin/labs',
    {
      config,
      onRequest: answer304IfUnchanged(() => labs.version()),
      schema: { tags, querystring: labQuery, response: { 200: labList, ...errorResponses } },
    },
    (request) => labs.list(request.query),
  );

  app.post('/api/admin/labs', { config, schema: { tags, body: createLab, response } }, (request) =>
    labs.create(requireActor(request), request.body),
  );

  app.put(
    '/api/admin/labs/:id',
    { config, schema: { tags, params: byId, body: updateLab, response } },
    (request) => labs.update(requireActor(request), request.params.id, request.body),
  );

  app.patch(
    '/api/admin/labs/:id/status',
    { config, schema: { tags, params: byId, body: setLabStatus, response } },
    (request) => labs.setStatus(requireActor(request), request.params.id, request.body.status),
  );

  app.delete(
    '/api/admin/labs/:id',
    { config, schema: { tags, params: byId, response: { 200: done, ...errorResponses } } },
    (request) => labs.remove(requireActor(request), request.params.id),
  );

  app.get(
    '/api/partner/misc/labs',
    {
      config: { access: 'partner' },
      onRequest: answer304IfUnchanged(() => labs.version()),
      schema: { tags, querystring: ownLabQuery, response: { 200: ownLabList, ...errorResponses } },
    },
    (request) => labs.listOwn(requireActor(request), request.query),
  );
}
