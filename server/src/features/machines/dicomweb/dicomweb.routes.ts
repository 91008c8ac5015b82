import { DICOMWEB_PATH } from '@deqiq/contract/machines/dicomweb.ts';
import * as dicomwebMessages from '@deqiq/messages/machines/dicomweb.js';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { UID_PATTERN } from '../../../platform/dicom/uids.ts';
import { notFound } from '../../../platform/errors.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { describeCapabilities, WADL_TYPE } from './capabilities.ts';
import { type RequestSlots, requestSlots } from './request-slots.ts';
import type { AddRoute, FindBase, Handler } from './resources.routes.ts';
import { addInstances, addPictures } from './retrieve/retrieve.routes.ts';
import type { RetrieveService } from './retrieve/retrieve.service.ts';
import { addSearches } from './search/search.routes.ts';
import type { SearchService } from './search/search.service.ts';
import { allowViewerOrigins } from './viewer-links/viewer-origins.ts';

interface Deps {
  search: SearchService;
  retrieve: RetrieveService;
  publicUrl: string | undefined;
  /** Origins of viewers that run in a browser. */
  origins: readonly string[];
}

const uid = z.string().regex(UID_PATTERN, 'A UID is wrong.');

const params = z.object({
  study: uid.optional(),
  series: uid.optional(),
  instance: uid.optional(),
  frames: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/)
    .optional(),
  name: z
    .string()
    .regex(/^\d{1,12}-\d{1,12}$/)
    .optional(),
});

/** QIDO-RS and WADO-RS. PS3.18 defines the paths and parameters; the table of the contract does not repeat them. */
export function dicomwebRoutes(app: App, { search, retrieve, publicUrl, origins }: Deps): void {
  allowViewerOrigins(app, origins);
  const findBase = (request: FastifyRequest) =>
    (publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`) + DICOMWEB_PATH;

  const slots = requestSlots();
  const get: AddRoute = (path, handler, auditedList) =>
    app.route({
      method: 'GET',
      url: DICOMWEB_PATH + path,
      // HEAD would read or decode a whole study for its headers.
      exposeHeadRoute: false,
      config: { access: 'member', ...(auditedList && { auditedList }) },
      schema: { hide: true, params },
      handler: shareByPerson(slots, handler),
    });

  addCapabilities(app, findBase);
  addSearches(get, search, findBase);
  addInstances(get, retrieve, findBase);
  addPictures(get, retrieve);
}

/** A request counts until its body is sent: a client that reads slowly waits for itself. */
const shareByPerson =
  (slots: RequestSlots, handler: Handler): Handler =>
  async (request, reply) => {
    const { role, personId } = requireActor(request);
    const release = await slots.acquire(`${role} ${personId}`, disconnectSignal(reply));
    if (reply.raw.closed) release();
    else reply.raw.once('close', release);
    return handler(request, reply);
  };

/** Adds the capabilities (PS3.18, 8.9), and plain 404 responses instead of the site's page. */
export function addCapabilities(app: App, findBase: FindBase): void {
  for (const url of [DICOMWEB_PATH, `${DICOMWEB_PATH}/`])
    app.route({
      method: 'OPTIONS',
      url,
      config: { access: 'public' },
      schema: { hide: true },
      handler: (request, reply) =>
        reply
          .header('allow', 'OPTIONS')
          .type(WADL_TYPE)
          .serializer(String)
          .send(describeCapabilities(findBase(request))),
    });
  for (const url of [DICOMWEB_PATH, `${DICOMWEB_PATH}/*`])
    app.route({
      method: ['GET', 'HEAD'],
      url,
      config: { access: 'public' },
      schema: { hide: true },
      handler: () => {
        throw notFound(dicomwebMessages.unknown());
      },
    });
}
