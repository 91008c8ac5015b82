import { done } from '@deqiq/contract/auth.ts';
import {
  checkupAnswer,
  checkupList,
  checkupQuery,
  createCheckup,
  mergeChunks,
  ownCheckupList,
  ownCheckupQuery,
} from '@deqiq/contract/checkups.ts';
import { byFileName, deletedFileQuery } from '@deqiq/contract/files.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { BODY_LIMIT } from '../../platform/http/bodies/body-limits.ts';
import { disconnectSignal } from '../../platform/http/disconnect.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { CheckupsService } from './checkups.service.ts';
import type { DeletionsService } from './deletions/deletions.service.ts';

export function checkupsRoutes(
  app: App,
  checkups: CheckupsService,
  deletions: Pick<DeletionsService, 'deleteCheckup' | 'deleteFile'>,
): void {
  const config = { access: 'admin' } as const;
  const tags = ['checkups'];

  app.get(
    '/api/admin/checkups',
    {
      config: { ...config, auditedList: 'checkups' },
      onRequest: answer304IfUnchanged(() => checkups.version()),
      schema: {
        tags,
        querystring: checkupQuery,
        response: { 200: checkupList, ...errorResponses },
      },
    },
    (request) => checkups.list(requireActor(request), request.query),
  );

  app.post(
    '/api/admin/checkups',
    {
      config,
      bodyLimit: BODY_LIMIT.fileList,
      schema: { tags, body: createCheckup, response: { 200: checkupAnswer, ...errorResponses } },
    },
    (request, reply) =>
      checkups.create(requireActor(request), request.body, disconnectSignal(reply)),
  );

  app.post(
    '/api/admin/checkups/merge-chunks',
    {
      config,
      bodyLimit: BODY_LIMIT.fileList,
      schema: { tags, body: mergeChunks, response: { 200: checkupAnswer, ...errorResponses } },
    },
    (request, reply) =>
      checkups.attach(requireActor(request), request.body, disconnectSignal(reply)),
  );

  app.delete(
    '/api/admin/checkups/:id',
    { config, schema: { tags, params: byId, response: { 200: done, ...errorResponses } } },
    (request) => deletions.deleteCheckup(requireActor(request), request.params.id),
  );

  app.delete(
    '/api/admin/checkups/:id/files/:fileName',
    {
      config,
      schema: {
        tags,
        params: byFileName,
        querystring: deletedFileQuery,
        response: { 200: done, ...errorResponses },
      },
    },
    (request) => deletions.deleteFile(requireActor(request), request.params, request.query.id),
  );

  app.get(
    '/api/partner/misc/checkups',
    {
      config: { access: 'partner' },
      onRequest: answer304IfUnchanged(() => checkups.ownVersion()),
      schema: {
        tags,
        querystring: ownCheckupQuery,
        response: { 200: ownCheckupList, ...errorResponses },
      },
    },
    (request) => checkups.listOwn(requireActor(request), request.query),
  );
}
