import { readingEndpoints } from '@deqiq/contract/reports/reading.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { ReadingService } from './reading.service.ts';

export function readingRoutes(app: App, reading: ReadingService): void {
  const route = router(app, readingEndpoints, 'reading');
  const config = { access: 'admin' } as const;

  route(
    'GET /api/admin/reading',
    {
      config: { ...config, auditedList: 'reading' },
      ...answer304IfUnchanged(() => reading.version()),
    },
    (request) => reading.list(requireActor(request), request.query),
  );

  route('POST /api/admin/checkups/:id/reading', { config }, (request) =>
    reading.take(requireActor(request), request.params.id),
  );

  route('DELETE /api/admin/checkups/:id/reading', { config }, (request) =>
    reading.release(requireActor(request), request.params.id),
  );
}
