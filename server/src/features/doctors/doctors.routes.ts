import { done } from '@deqiq/contract/auth.ts';
import {
  onePartnerCard,
  partnerCardAnswer,
  partnerCardChanges,
  partnerCardFields,
  partnerCardList,
  partnerCardMessages,
  partnerCardQuery,
  publicPartnerCards,
} from '@deqiq/contract/doctors.ts';
import { MAX_CERTIFICATES } from '@deqiq/contract/pictures.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import type { App } from '../../platform/http/app-types.ts';
import { actorOf } from '../../platform/http/app-types.ts';
import { formFile, holdBody } from '../../platform/http/bodies/form-body.ts';
import {
  newPicture,
  PICTURES_FORM_LIMIT,
  somePictures,
} from '../../platform/http/bodies/picture-fields.ts';
import { disconnectSignal } from '../../platform/http/disconnect.ts';
import { refusals } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { PartnerCardsService } from './doctors.service.ts';

const { imageMissing, badCertificates: bad, tooManyCertificates: tooMany } = partnerCardMessages;
const images = somePictures({ bad, tooMany }, MAX_CERTIFICATES);
const createCard = partnerCardFields.extend({ image: formFile(imageMissing), images });
const updateCard = partnerCardChanges.extend({ image: newPicture(imageMissing), images });

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
      schema: { tags, response: { 200: publicPartnerCards, ...refusals } },
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
        querystring: partnerCardQuery,
        response: { 200: partnerCardList, ...refusals },
      },
    },
    (request) => cards.list(request.query),
  );

  app.get(
    '/api/admin/partnercards/:id',
    { config, schema: { tags, params: byId, response: { 200: onePartnerCard, ...refusals } } },
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
        response: { 200: partnerCardAnswer, ...refusals },
      },
    },
    (request, reply) =>
      holdBody(request, () =>
        cards.create(actorOf(request), request.body, disconnectSignal(reply)),
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
        response: { 200: partnerCardAnswer, ...refusals },
      },
    },
    (request, reply) =>
      holdBody(request, () =>
        cards.update(actorOf(request), request.params.id, request.body, disconnectSignal(reply)),
      ),
  );

  app.delete(
    '/api/admin/partnercards/:id',
    { config, schema: { tags, params: byId, response: { 200: done, ...refusals } } },
    (request) => cards.remove(actorOf(request), request.params.id),
  );
}
