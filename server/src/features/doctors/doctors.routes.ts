import { done } from '@deqiq/contract/auth.ts';
import {
  doctorAnswer,
  doctorChanges,
  doctorFields,
  doctorList,
  doctorMessages,
  doctorQuery,
  oneDoctor,
  publicDoctors,
} from '@deqiq/contract/doctors.ts';
import { MAX_CERTIFICATES } from '@deqiq/contract/pictures.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { withBody } from '../../platform/http/bodies/body-lease.ts';
import { formFile } from '../../platform/http/bodies/form-fields.ts';
import {
  newPicture,
  PICTURES_FORM_LIMIT,
  pictures,
} from '../../platform/http/bodies/picture-fields.ts';
import { disconnectSignal } from '../../platform/http/disconnect.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { DoctorsService } from './doctors.service.ts';

const { imageMissing, badCertificates: bad, tooManyCertificates: tooMany } = doctorMessages;
const images = pictures({ bad, tooMany }, MAX_CERTIFICATES);
const createDoctor = doctorFields.extend({ image: formFile(imageMissing), images });
const updateDoctor = doctorChanges.extend({ image: newPicture(imageMissing), images });

export function doctorsRoutes(app: App, doctors: DoctorsService): void {
  const config = { access: 'admin' } as const;
  const tags = ['partner-cards'];
  const form = {
    config: { ...config, largeBody: true },
    bodyLimit: PICTURES_FORM_LIMIT,
  } as const;
  const consumes = ['multipart/form-data'];

  app.get(
    '/api/misc/partner-cards',
    {
      config: { access: 'public' },
      onRequest: answer304IfUnchanged(() => doctors.version()),
      schema: { tags, response: { 200: publicDoctors, ...errorResponses } },
    },
    () => doctors.listAll(),
  );

  app.get(
    '/api/admin/partnercards',
    {
      config,
      onRequest: answer304IfUnchanged(() => doctors.version()),
      schema: {
        tags,
        querystring: doctorQuery,
        response: { 200: doctorList, ...errorResponses },
      },
    },
    (request) => doctors.list(request.query),
  );

  app.get(
    '/api/admin/partnercards/:id',
    { config, schema: { tags, params: byId, response: { 200: oneDoctor, ...errorResponses } } },
    (request) => doctors.get(request.params.id),
  );

  app.post(
    '/api/admin/partnercards',
    {
      ...form,
      schema: {
        tags,
        consumes,
        body: createDoctor,
        response: { 200: doctorAnswer, ...errorResponses },
      },
    },
    (request, reply) =>
      withBody(request, () =>
        doctors.create(requireActor(request), request.body, disconnectSignal(reply)),
      ),
  );

  app.patch(
    '/api/admin/partnercards/:id',
    {
      ...form,
      schema: {
        tags,
        consumes,
        params: byId,
        body: updateDoctor,
        response: { 200: doctorAnswer, ...errorResponses },
      },
    },
    (request, reply) =>
      withBody(request, () =>
        doctors.update(
          requireActor(request),
          request.params.id,
          request.body,
          disconnectSignal(reply),
        ),
      ),
  );

  app.delete(
    '/api/admin/partnercards/:id',
    { config, schema: { tags, params: byId, response: { 200: done, ...errorResponses } } },
    (request) => doctors.remove(requireActor(request), request.params.id),
  );
}
