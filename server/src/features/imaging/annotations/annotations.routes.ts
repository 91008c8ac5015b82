import { annotationsEndpoints } from '@deqiq/contract/imaging/annotations.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { AnnotationsService } from './annotations.service.ts';

export function annotationsRoutes(app: App, annotations: AnnotationsService): void {
  const route = router(app, annotationsEndpoints, 'annotations');
  const unchanged = answer304IfUnchanged(() => annotations.version());
  const areas = [
    ['admin', { access: 'admin' }],
    ['partner', { access: 'partner', quota: 'annotation' }],
  ] as const;

  for (const [area, config] of areas) {
    route(
      `GET /api/${area}/files/:id/annotations`,
      { config: { access: area }, ...unchanged },
      (request) => annotations.list(requireActor(request), request.params.id),
    );

    route(`POST /api/${area}/files/:id/annotations`, { config }, (request) =>
      annotations.create(requireActor(request), request.params.id, request.body),
    );

    route(`PUT /api/${area}/files/:id/annotations/:annotation`, { config }, (request) =>
      annotations.update(requireActor(request), request.params, request.body),
    );

    route(`DELETE /api/${area}/files/:id/annotations/:annotation`, { config }, (request) =>
      annotations.remove(requireActor(request), request.params, request.query.version),
    );
  }
}
