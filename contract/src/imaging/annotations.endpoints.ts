import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  annotationAnswer,
  annotationConflict,
  annotationList,
  byAnnotation,
  createAnnotation,
  deleteAnnotationQuery,
  updateAnnotation,
} from './annotations.ts';

const list = { params: byId, answer: annotationList } as const;

const create = {
  params: byId,
  body: createAnnotation,
  answer: annotationAnswer,
  conflict: annotationConflict,
} as const;

const update = {
  params: byAnnotation,
  body: updateAnnotation,
  answer: annotationAnswer,
  conflict: annotationConflict,
} as const;

const remove = {
  params: byAnnotation,
  query: deleteAnnotationQuery,
  answer: done,
  conflict: annotationConflict,
} as const;

/** `:id` is the id of a file of a checkup (FileLink). */
export const annotationsEndpoints = defineEndpoints({
  'GET /api/admin/files/:id/annotations': list,
  'POST /api/admin/files/:id/annotations': create,
  'PUT /api/admin/files/:id/annotations/:annotation': update,
  'DELETE /api/admin/files/:id/annotations/:annotation': remove,
  'GET /api/partner/files/:id/annotations': list,
  'POST /api/partner/files/:id/annotations': create,
  'PUT /api/partner/files/:id/annotations/:annotation': update,
  'DELETE /api/partner/files/:id/annotations/:annotation': remove,
});
