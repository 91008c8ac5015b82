import type { Level } from '../../../../platform/dicom/levels.ts';
import { requireActor } from '../../../../platform/http/app-types.ts';
import {
  type AddRoute,
  type FindBase,
  readAccepted,
  SERIES,
  STUDY,
  sendJson,
} from '../resources.routes.ts';
import { assertAcceptsJson } from '../retrieve/media-types.ts';
import type { ResourcePath } from './found-instances.ts';
import type { SearchService } from './search.service.ts';
import type { QueryParameters } from './search-query.ts';

const searches: readonly (readonly [path: string, level: Level])[] = [
  ['/studies', 'study'],
  ['/series', 'series'],
  [`${STUDY}/series`, 'series'],
  ['/instances', 'instance'],
  [`${STUDY}/instances`, 'instance'],
  [`${SERIES}/instances`, 'instance'],
];

/** QIDO-RS (PS3.18, 10.6). */
export function addSearches(get: AddRoute, search: SearchService, findBase: FindBase): void {
  for (const [path, level] of searches)
    get(
      path,
      async (request, reply) => {
        assertAcceptsJson(readAccepted(request));
        const { isEmpty, items, warnings } = await search.search(requireActor(request), {
          level,
          path: request.params as Partial<ResourcePath>,
          base: findBase(request),
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
