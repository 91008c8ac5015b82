import * as z from 'zod';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byPictureFile, pictureQuery } from './picture-query.ts';

/** Stored files. Clients do not build these addresses: answers contain them (shared/paths.ts, pictures.ts). */
export const filesEndpoints = defineEndpoints({
  'GET /public/uploads/checkupFiles/:capability': {
    params: z.object({ capability: z.string() }),
    answer: 'bytes',
  },
  'GET /public/uploads/checkupFiles/:capability/:name': {
    params: z.object({ capability: z.string(), name: z.string() }),
    answer: 'bytes',
  },
  'GET /public/uploads/clinicFiles/:file': {
    params: byPictureFile,
    query: pictureQuery,
    answer: 'bytes',
  },
  'GET /public/uploads/partnerCardFiles/:file': {
    params: byPictureFile,
    query: pictureQuery,
    answer: 'bytes',
  },
});
