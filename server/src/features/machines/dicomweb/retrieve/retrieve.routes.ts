import { MAX_REQUESTED_FRAMES } from '@deqiq/contract/machines/dicomweb.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireActor } from '../../../../platform/http/app-types.ts';
import { disconnectSignal } from '../../../../platform/http/connections/disconnect.ts';
import {
  type AddRoute,
  type FindBase,
  INSTANCE,
  readAccepted,
  SERIES,
  STUDY,
  sendBody,
  sendJson,
} from '../resources.routes.ts';
import { createTooManyFramesError, type ResourcePath } from '../search/found-instances.ts';
import { assertAcceptsJson } from './media-types.ts';
import type { RetrieveService } from './retrieve.service.ts';

/** WADO-RS (PS3.18, 10.4): metadata, whole instances, frames and bulk data. */
export function addInstances(get: AddRoute, retrieve: RetrieveService, findBase: FindBase): void {
  for (const path of [STUDY, SERIES, INSTANCE]) {
    get(`${path}/metadata`, async (request, reply) => {
      assertAcceptsJson(readAccepted(request));
      const resource = request.params as ResourcePath;
      const actor = requireActor(request);
      return sendJson(reply, await retrieve.readMetadata(actor, resource, findBase(request)));
    });
    get(path, async (request, reply) => {
      const resource = request.params as ResourcePath;
      const requester = toRequester(request, reply);
      return sendBody(
        reply,
        await retrieve.openInstances(requester, resource, readAccepted(request)),
      );
    });
  }

  get(`${INSTANCE}/frames/:frames`, async (request, reply) => {
    const { frames, ...resource } = request.params as ResourcePath & { frames: string };
    const path = { ...resource, numbers: parseFrames(frames) };
    const requester = toRequester(request, reply);
    return sendBody(reply, await retrieve.openFrames(requester, path, readAccepted(request)));
  });

  get(`${INSTANCE}/bulkdata/:name`, async (request, reply) => {
    const path = request.params as ResourcePath & { name: string };
    const actor = requireActor(request);
    return sendBody(reply, await retrieve.openBulkData(actor, path, readAccepted(request)));
  });
}

/** WADO-RS: rendered resources and thumbnails. */
export function addPictures(get: AddRoute, retrieve: RetrieveService): void {
  for (const path of [STUDY, SERIES, INSTANCE, `${INSTANCE}/frames/:frames`])
    for (const kind of ['rendered', 'thumbnail'] as const)
      get(`${path}/${kind}`, async (request, reply) => {
        const { frames, ...resource } = request.params as ResourcePath & { frames?: string };
        const numbers = frames === undefined ? undefined : parseFrames(frames);
        const query = request.query as Record<string, unknown>;
        const accepted = readAccepted(request);
        const body = await retrieve.openRendered(
          toRequester(request, reply),
          { ...resource, numbers },
          { accepted, query, isThumbnail: kind === 'thumbnail' },
        );
        return sendBody(reply, body);
      });
}

const toRequester = (request: FastifyRequest, reply: FastifyReply) => ({
  actor: requireActor(request),
  signal: disconnectSignal(reply),
});

function parseFrames(text: string): number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.length > MAX_REQUESTED_FRAMES) throw createTooManyFramesError();
  return numbers;
}
