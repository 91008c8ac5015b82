import { done } from '@deqiq/contract/auth.ts';
import {
  clinicAnswer,
  clinicChanges,
  clinicFields,
  clinicList,
  clinicMessages,
  clinicQuery,
  oneClinic,
  publicClinics,
} from '@deqiq/contract/clinics.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { withBody } from '../../platform/http/bodies/body-lease.ts';
import { formFile } from '../../platform/http/bodies/form-fields.ts';
import { newPicture, PICTURE_FORM_LIMIT } from '../../platform/http/bodies/picture-fields.ts';
import { disconnectSignal } from '../../platform/http/disconnect.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { ClinicsService } from './clinics.service.ts';

const createClinic = clinicFields.extend({ image: formFile(clinicMessages.imageMissing) });
const updateClinic = clinicChanges.extend({ image: newPicture(clinicMessages.imageMissing) });

export function clinicsRoutes(app: App, clinics: ClinicsService): void {
  const config = { access: 'admin' } as const;
  const tags = ['clinics'];
  const form = {
    config: { ...config, largeBody: true },
    bodyLimit: PICTURE_FORM_LIMIT,
  } as const;
  const consumes = ['multipart/form-data'];

  app.get(
    '/api/misc/clinics',
    {
      config: { access: 'public' },
      onRequest: answer304IfUnchanged(() => clinics.version()),
      schema: { tags, response: { 200: publicClinics, ...errorResponses } },
    },
    () => clinics.listAll(),
  );

  app.get(
    '/api/admin/clinics',
    {
      config,
      onRequest: answer304IfUnchanged(() => clinics.version()),
      schema: { tags, querystring: clinicQuery, response: { 200: clinicList, ...errorResponses } },
    },
    (request) => clinics.list(request.query),
  );

  app.get(
    '/api/admin/clinics/:id',
    { config, schema: { tags, params: byId, response: { 200: oneClinic, ...errorResponses } } },
    (request) => clinics.get(request.params.id),
  );

  app.post(
    '/api/admin/clinics',
    {
      ...form,
      schema: {
        tags,
        consumes,
        body: createClinic,
        response: { 200: clinicAnswer, ...errorResponses },
      },
    },
    (request, reply) =>
      withBody(request, () =>
        clinics.create(requireActor(request), request.body, disconnectSignal(reply)),
      ),
  );

  app.patch(
    '/api/admin/clinics/:id',
    {
      ...form,
      schema: {
        tags,
        consumes,
        params: byId,
        body: updateClinic,
        response: { 200: clinicAnswer, ...errorResponses },
      },
    },
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

  app.delete(
    '/api/admin/clinics/:id',
    { config, schema: { tags, params: byId, response: { 200: done, ...errorResponses } } },
    (request) => clinics.remove(requireActor(request), request.params.id),
  );
}
