import { uploadsEndpoints } from '@deqiq/contract/imaging/uploads.endpoints.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as uploadMessages from '@deqiq/messages/imaging/uploads.js';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { formFile } from '../../../platform/http/bodies/form-fields.ts';
import { withBody } from '../../../platform/http/bodies/memory/body-lease.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { router } from '../../../platform/http/router.ts';
import type { UploadsService } from './uploads.service.ts';

/** Bytes of a chunk's form: the chunk, and 64 KiB for its fields and boundaries. */
const FORM_LIMIT = CHUNK_SIZE + 65_536;

export function uploadsRoutes(app: App, uploads: UploadsService): void {
  const route = router(app, uploadsEndpoints, 'uploads');
  const config = { access: 'admin' } as const;

  route(
    'POST /api/admin/checkups/upload-chunk',
    {
      config: { ...config, pooledBody: true },
      bodyLimit: FORM_LIMIT,
      files: { chunk: formFile(uploadMessages.noChunk) },
    },
    (request) => withBody(request, () => uploads.receive(requireActor(request), request.body)),
  );

  route('GET /api/admin/checkups/uploads/:fileId', { config }, (request) =>
    uploads.state(requireActor(request), request.params.fileId),
  );

  route('POST /api/admin/checkups/uploads/:fileId/check', { config }, (request, reply) =>
    uploads.checkUpload(
      { actor: requireActor(request), signal: disconnectSignal(reply) },
      { ...request.body, fileId: request.params.fileId },
    ),
  );
}
