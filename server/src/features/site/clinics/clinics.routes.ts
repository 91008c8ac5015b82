import { clinicsEndpoints } from '@deqiq/contract/site/clinics.endpoints.ts';
import * as clinicMessages from '@deqiq/messages/site/clinics.js';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { formFile } from '../../../platform/http/bodies/form-fields.ts';
import { withBody } from '../../../platform/http/bodies/memory/body-lease.ts';
import { newPicture, PICTURE_FORM_LIMIT } from '../../../platform/http/bodies/picture-fields.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { ClinicsService } from './clinics.service.ts';

export function clinicsRoutes(app: App, clinics: ClinicsService): void {
  const route = router(app, clinicsEndpoints, 'clinics');
  const config = { access: 'admin' } as const;
  const form = {
    config: { ...config, largeBody: true },
    bodyLimit: PICTURE_FORM_LIMIT,
  } as const;

  route(
    'GET /api/misc/clinics',
    {
      config: { access: 'public' },
      ...answer304IfUnchanged(() => clinics.version()),
    },
    () => clinics.listAll(),
  );

  route(
    'GET /api/admin/clinics',
    { config, ...answer304IfUnchanged(() => clinics.version()) },
    (request) => clinics.list(request.query),
  );

  route('GET /api/admin/clinics/:id', { config }, (request) => clinics.get(request.params.id));

  route(
    'POST /api/admin/clinics',
    { ...form, files: { image: formFile(clinicMessages.imageMissing) } },
    (request, reply) =>
      withBody(request, () =>
        clinics.create(requireActor(request), request.body, disconnectSignal(reply)),
      ),
  );

  route(
    'PATCH /api/admin/clinics/:id',
    { ...form, files: { image: newPicture(clinicMessages.imageMissing) } },
    (request, reply) =>
      withBody(request, () =>
        clinics.update(
          requireActor(request),
          request.params.id,
          request.body,
          disconnectSignal(reply),
        ),
      ),
  );

  route('DELETE /api/admin/clinics/:id', { config }, (request) =>
    clinics.remove(requireActor(request), request.params.id),
  );
}
