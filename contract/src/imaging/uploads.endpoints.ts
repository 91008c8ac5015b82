import * as z from 'zod';
import { defineEndpoints } from '../shared/endpoint.ts';
import {
  chunkFields,
  chunkReceived,
  fileId,
  uploadCheck,
  uploadChecked,
  uploadState,
} from './uploads.ts';

const byFileId = z.object({ fileId });

export const uploadsEndpoints = defineEndpoints({
  'POST /api/admin/checkups/upload-chunk': {
    body: chunkFields,
    files: { chunk: 'required' },
    answer: chunkReceived,
  },
  'GET /api/admin/checkups/uploads/:fileId': { params: byFileId, answer: uploadState },
  'POST /api/admin/checkups/uploads/:fileId/check': {
    params: byFileId,
    body: uploadCheck,
    answer: uploadChecked,
  },
});
