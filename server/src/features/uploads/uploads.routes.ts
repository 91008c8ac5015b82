import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import {
  chunkFields,
  chunkReceived,
  fileId,
  uploadCheck,
  uploadChecked,
  uploadMessages,
  uploadState,
} from '@deqiq/contract/uploads.ts';
import * as z from 'zod';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { withBody } from '../../platform/http/bodies/body-lease.ts';
import { formFile } from '../../platform/http/bodies/form-fields.ts';
import { disconnectSignal } from '../../platform/http/disconnect.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import type { UploadsService } from './uploads.service.ts';

/** Bytes of a chunk's form: the chunk, and 64 KiB for its fields and boundaries. */
const FORM_LIMIT = CHUNK_SIZE + 65_536;

const chunkForm = chunkFields.extend({ chunk: formFile(uploadMessages.noChunk) });

export function uploadsRoutes(app: App, uploads: UploadsService): void {
  const tags = ['uploads'];

  app.post(
    '/api/admin/checkups/upload-chunk',
    {
      config: { access: 'admin', pooledBody: true },
      bodyLimit: FORM_LIMIT,
      schema: {
        tags,
        consumes: ['multipart/form-data'],
        body: chunkForm,
        response: { 200: chunkReceived, ...errorResponses },
      },
    },
    (request) => withBody(request, () => uploads.receive(requireActor(request), request.body)),
  );

  app.get(
    '/api/admin/checkups/uploads/:fileId',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        params: z.object({ fileId }),
        response: { 200: uploadState, ...errorResponses },
      },
    },
    (request) => uploads.state(requireActor(request), request.params.fileId),
  );

  app.post(
    '/api/admin/checkups/uploads/:fileId/check',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        params: z.object({ fileId }),
        body: uploadCheck,
        response: { 200: uploadChecked, ...errorResponses },
      },
    },
    (request, reply) =>
      uploads.checkUpload(
        { actor: requireActor(request), signal: disconnectSignal(reply) },
        { ...request.body, fileId: request.params.fileId },
      ),
  );
}
