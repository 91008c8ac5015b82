import {
  DICOMWEB_PATH,
  dicomwebMessages,
  MAX_REQUESTED_FRAMES,
} from '@deqiq/contract/machines/dicomweb.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Level } from '../../../platform/dicom/levels.ts';
import { UID_PATTERN } from '../../../platform/dicom/uids.ts';
import { notFound } from '../../../platform/errors.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { toJsonArray } from '../../../platform/http/sending/json-array.ts';
import type { Body } from '../../../platform/http/sending/multipart-related.ts';
import { describeCapabilities, WADL_TYPE } from './capabilities.ts';
import { type RequestSlots, requestSlots } from './request-slots.ts';
import { assertAcceptsJson, JSON_TYPE, readAccept } from './retrieve/media-types.ts';
import type { RetrieveService } from './retrieve/retrieve.service.ts';
import { type ResourcePath, tooManyFrames } from './search/found-instances.ts';
import type { SearchService } from './search/search.service.ts';
import type { QueryParameters } from './search/search-query.ts';
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

/** Milliseconds after which a client that reads nothing is disconnected. */
const IDLE_TIMEOUT = 30_000;

const STUDY = '/studies/:study';
const SERIES = '/studies/:study/series/:series';
const INSTANCE = '/studies/:study/series/:series/instances/:instance';

/**
 * QIDO-RS and WADO-RS. Paths, parameters and media types are those of PS3.18, so that the table of the contract and the
 * document of the API do not repeat them.
 */
export function dicomwebRoutes(app: App, { search, retrieve, publicUrl, origins }: Deps): void {
  allowViewerOrigins(app, origins);
  const baseOf = (request: FastifyRequest) =>
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

  addCapabilities(app, baseOf);
  addSearches(get, search, baseOf);
  addInstances(get, retrieve, baseOf);
  addPictures(get, retrieve);
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

type AddRoute = (path: string, handler: Handler, auditedList?: string) => void;

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

type BaseOf = (request: FastifyRequest) => string;

/** Adds the capabilities (PS3.18, 8.9), and plain 404 responses instead of the site's page. */
function addCapabilities(app: App, baseOf: BaseOf): void {
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
          .send(describeCapabilities(baseOf(request))),
    });
  for (const url of [DICOMWEB_PATH, `${DICOMWEB_PATH}/*`])
    app.route({
      method: ['GET', 'HEAD'],
      url,
      config: { access: 'public' },
      schema: { hide: true },
      handler: () => {
        throw notFound(dicomwebMessages.unknown);
      },
    });
}

const searches: readonly (readonly [path: string, level: Level])[] = [
  ['/studies', 'study'],
  ['/series', 'series'],
  [`${STUDY}/series`, 'series'],
  ['/instances', 'instance'],
  [`${STUDY}/instances`, 'instance'],
  [`${SERIES}/instances`, 'instance'],
];

/** QIDO-RS (PS3.18, 10.6). */
function addSearches(get: AddRoute, search: SearchService, baseOf: BaseOf): void {
  for (const [path, level] of searches)
    get(
      path,
      async (request, reply) => {
        assertAcceptsJson(acceptOf(request));
        const { isEmpty, items, warnings } = await search.search(requireActor(request), {
          level,
          path: request.params as Partial<ResourcePath>,
          base: baseOf(request),
          parameters: request.query as QueryParameters,
        });
        if (warnings.length > 0)
          reply.header(
            'warning',
            warnings.map((text) => `299 ${request.host}: ${text}`),
          );
        if (isEmpty) return reply.code(204).send();
        return sendJson(reply, items);
      },
      'DICOM studies',
    );
}

/** WADO-RS (PS3.18, 10.4): metadata, whole instances, frames and bulk data. */
function addInstances(get: AddRoute, retrieve: RetrieveService, baseOf: BaseOf): void {
  for (const path of [STUDY, SERIES, INSTANCE]) {
    get(`${path}/metadata`, async (request, reply) => {
      assertAcceptsJson(acceptOf(request));
      const resource = request.params as ResourcePath;
      const actor = requireActor(request);
      return sendJson(reply, await retrieve.readMetadata(actor, resource, baseOf(request)));
    });
    get(path, async (request, reply) => {
      const resource = request.params as ResourcePath;
      const requester = requesterOf(request, reply);
      return sendBody(reply, await retrieve.openInstances(requester, resource, acceptOf(request)));
    });
  }

  get(`${INSTANCE}/frames/:frames`, async (request, reply) => {
    const { frames, ...resource } = request.params as ResourcePath & { frames: string };
    const path = { ...resource, numbers: parseFrames(frames) };
    const requester = requesterOf(request, reply);
    return sendBody(reply, await retrieve.openFrames(requester, path, acceptOf(request)));
  });

  get(`${INSTANCE}/bulkdata/:name`, async (request, reply) => {
    const path = request.params as ResourcePath & { name: string };
    const actor = requireActor(request);
    return sendBody(reply, await retrieve.openBulkData(actor, path, acceptOf(request)));
  });
}

/** WADO-RS: rendered resources and thumbnails. */
function addPictures(get: AddRoute, retrieve: RetrieveService): void {
  for (const path of [STUDY, SERIES, INSTANCE, `${INSTANCE}/frames/:frames`])
    for (const kind of ['rendered', 'thumbnail'] as const)
      get(`${path}/${kind}`, async (request, reply) => {
        const { frames, ...resource } = request.params as ResourcePath & { frames?: string };
        const numbers = frames === undefined ? undefined : parseFrames(frames);
        const query = request.query as Record<string, unknown>;
        const accepted = acceptOf(request);
        const body = await retrieve.openRendered(
          requesterOf(request, reply),
          { ...resource, numbers },
          { accepted, query, isThumbnail: kind === 'thumbnail' },
        );
        return sendBody(reply, body);
      });
}

const requesterOf = (request: FastifyRequest, reply: FastifyReply) => ({
  actor: requireActor(request),
  signal: disconnectSignal(reply),
});

const acceptOf = (request: FastifyRequest) =>
  readAccept((request.query as { accept?: unknown }).accept, request.headers.accept);

function parseFrames(text: string): number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.length > MAX_REQUESTED_FRAMES) throw tooManyFrames();
  return numbers;
}

/** X-rays are health data and must not stay on the disk of a shared computer. */
const forbidCaching = (reply: FastifyReply): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .header('vary', 'accept, authorization, origin');

const sendJson = async (
  reply: FastifyReply,
  items: AsyncGenerator<string>,
): Promise<FastifyReply> =>
  sendBody(reply, { contentType: JSON_TYPE, body: await toJsonArray(items) });

function sendBody(reply: FastifyReply, { contentType, body }: Body): FastifyReply {
  reply.raw.setTimeout(IDLE_TIMEOUT, () => {
    // Without bytes that wait for it, the client waits for a decoder.
    if (reply.raw.writableLength > 0) reply.raw.destroy();
  });
  return forbidCaching(reply).type(contentType).send(body);
}
