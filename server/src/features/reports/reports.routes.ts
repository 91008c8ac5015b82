import { done } from '@deqiq/contract/auth.ts';
import { reportList, reportQuery, sendReport } from '@deqiq/contract/reports.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { ReportsService } from './reports.service.ts';

export function reportsRoutes(app: App, reports: ReportsService): void {
  const tags = ['reports'];

  app.post(
    '/api/partner/misc/report',
    {
      config: { access: 'partner', quota: 'report' },
      schema: { tags, body: sendReport, response: { 200: done, ...errorResponses } },
    },
    (request) => reports.send(requireActor(request), request.body.message),
  );

  app.get(
    '/api/admin/reports',
    {
      config: { access: 'admin' },
      onRequest: answer304IfUnchanged(() => reports.version()),
      schema: { tags, querystring: reportQuery, response: { 200: reportList, ...errorResponses } },
    },
    (request) => reports.list(request.query),
  );

  app.delete(
    '/api/admin/reports/:id',
    {
      config: { access: 'admin' },
      schema: { tags, params: byId, response: { 200: done, ...errorResponses } },
    },
    (request) => reports.remove(requireActor(request), request.params.id),
  );
}
