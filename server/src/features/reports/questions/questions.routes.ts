import { questionsEndpoints } from '@deqiq/contract/reports/questions.endpoints.ts';
import { IDLE_HEADER } from '@deqiq/contract/shared/endpoint.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { QuestionsService } from './questions.service.ts';

export function questionsRoutes(app: App, questions: QuestionsService): void {
  const route = router(app, questionsEndpoints, 'questions');
  const areas = [
    ['admin', { access: 'admin' }],
    ['partner', { access: 'partner', quota: 'question' }],
  ] as const;

  for (const [area, config] of areas) {
    route(`GET /api/${area}/checkups/:id/questions`, { config: { access: area } }, (request) =>
      questions.list(
        requireActor(request),
        request.params.id,
        request.headers[IDLE_HEADER] !== undefined || request.query.peek !== undefined,
      ),
    );

    route(`POST /api/${area}/checkups/:id/questions`, { config }, (request) =>
      questions.create(requireActor(request), request.params.id, request.body),
    );
  }

  route(
    'GET /api/partner/misc/counters',
    {
      config: { access: 'partner' },
      ...answer304IfUnchanged(() => questions.version()),
    },
    (request) => questions.count(requireActor(request)),
  );
}
