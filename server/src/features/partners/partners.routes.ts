import { done } from '@deqiq/contract/auth.ts';
import {
  createPartner,
  partnerAnswer,
  partnerList,
  partnerPicker,
  partnerQuery,
  pickerQuery,
  resetPartnerPassword,
  updatePartner,
} from '@deqiq/contract/partners.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { PartnersService } from './partners.service.ts';

export function partnersRoutes(app: App, partners: PartnersService): void {
  const config = { access: 'admin' } as const;
  const tags = ['partners'];

  app.get(
    '/api/admin/partners',
    {
      config,
      onRequest: answer304IfUnchanged(() => partners.version()),
      schema: {
        tags,
        querystring: partnerQuery,
        response: { 200: partnerList, ...errorResponses },
      },
    },
    (request) => partners.list(request.query),
  );

  app.get(
    '/api/admin/lite/partners',
    {
      config,
      onRequest: answer304IfUnchanged(() => partners.version()),
      schema: {
        tags,
        querystring: pickerQuery,
        response: { 200: partnerPicker, ...errorResponses },
      },
    },
    (request) => partners.pick(request.query.name),
  );

  app.post(
    '/api/admin/partners',
    {
      config,
      schema: { tags, body: createPartner, response: { 200: partnerAnswer, ...errorResponses } },
    },
    (request) => partners.create(requireActor(request), request.body),
  );

  app.put(
    '/api/admin/partners/:id',
    {
      config,
      schema: {
        tags,
        params: byId,
        body: updatePartner,
        response: { 200: partnerAnswer, ...errorResponses },
      },
    },
    (request) => partners.update(requireActor(request), request.params.id, request.body),
  );

  app.patch(
    '/api/admin/partners/:id/reset-password',
    {
      config,
      schema: {
        tags,
        params: byId,
        body: resetPartnerPassword,
        response: { 200: done, ...errorResponses },
      },
    },
    (request) =>
      partners.resetPassword(requireActor(request), request.params.id, request.body.password),
  );

  app.patch(
    '/api/admin/partners/:id/reset-second-factor',
    { config, schema: { tags, params: byId, response: { 200: done, ...errorResponses } } },
    (request) => partners.resetSecondFactor(requireActor(request), request.params.id),
  );

  app.delete(
    '/api/admin/partners/:id',
    {
      config: { access: 'owner' },
      schema: { tags, params: byId, response: { 200: done, ...errorResponses } },
    },
    (request) => partners.remove(requireActor(request), request.params.id),
  );
}
