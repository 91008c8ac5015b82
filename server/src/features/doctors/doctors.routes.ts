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
import { formFile, withBody } from '../../platform/http/bodies/form-body.ts';
import {
  newPicture,
  PICTURES_FORM_LIMIT,
  pictures,
} from '../../platform/http/bodies/picture-fields.ts';
import { disconnectSignal } from '../../platform/http/disconnect.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { PartnerCardsService } from './doctors.service.ts';

const { imageMissing, badCertificates: bad, tooManyCertificates: tooMany } = doctorMessages;
const images = pictures({ bad, tooMany }, MAX_CERTIFICATES);
const createCard = doctorFields.extend({ image: formFile(imageMissing), images });
const updateCard = doctorChanges.extend({ image: newPicture(imageMissing), images });

export function partnerCardsRoutes(app: App, cards: PartnerCardsService): void {
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
      onRequest: answer304IfUnchanged(() => cards.version()),
      schema: { tags, response: { 200: publicDoctors, ...errorResponses } },
    },
    () => cards.listAll(),
  );

  app.get(
    '/api/admin/partnercards',
    {
      config,
      onRequest: answer304IfUnchanged(() => cards.version()),
      schema: {
        tags,
        querystring: doctorQuery,
        response: { 200: doctorList, ...errorResponses },
      },
    },
    (request) => cards.list(request.query),
  );

  app.get(
    '/api/admin/partnercards/:id',
    { config, schema: { tags, params: byId, response: { 200: oneDoctor, ...errorResponses } } },
    (request) => cards.get(request.params.id),
  );

  app.post(
    '/api/admin/partnercards',
    {
      ...form,
      schema: {
        tags,
        consumes,
        body: createCard,
        response: { 200: doctorAnswer, ...errorResponses },
      },
    },
    (request, reply) =>
      withBody(request, () =>
        cards.create(requireActor(request), request.body, disconnectSignal(reply)),
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
        body: updateCard,
        response: { 200: doctorAnswer, ...errorResponses },
      },
    },
    (request, reply) =>
      withBody(request, () =>
        cards.update(
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
    (request) => cards.remove(requireActor(request), request.params.id),
  );
}
