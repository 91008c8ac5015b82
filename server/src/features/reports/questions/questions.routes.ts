import { questionsEndpoints } from '@deqiq/contract/reports/questions.endpoints.ts';
import { IDLE_HEADER } from '@deqiq/contract/shared/endpoint.ts';
import * as questionMessages from '@deqiq/messages/reports/questions.js';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { withBody } from '../../../platform/http/bodies/memory/body-lease.ts';
import { newPicture, PICTURE_FORM_LIMIT } from '../../../platform/http/bodies/picture-fields.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { QuestionsService } from './questions.service.ts';

const form = {
  bodyLimit: PICTURE_FORM_LIMIT,
  files: { photo: newPicture(questionMessages.badPhoto) },
} as const;

export function questionsRoutes(app: App, questions: QuestionsService): void {
  const route = router(app, questionsEndpoints, 'questions');
  const areas = [
    ['admin', { access: 'admin', largeBody: true }],
    ['partner', { access: 'partner', quota: 'question', largeBody: true }],
  ] as const;

  for (const [area, config] of areas) {
    route(`GET /api/${area}/checkups/:id/questions`, { config: { access: area } }, (request) =>
      questions.list(
        requireActor(request),
        request.params.id,
        request.headers[IDLE_HEADER] !== undefined || request.query.peek !== undefined,
      ),
    );

    route(`POST /api/${area}/checkups/:id/questions`, { ...form, config }, (request, reply) =>
      withBody(request, () =>
        questions.create(
          requireActor(request),
          request.params.id,
          request.body,
          disconnectSignal(reply),
        ),
      ),
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
