import type {
  Annotation,
  CreateAnnotation,
  UpdateAnnotation,
} from '@deqiq/contract/imaging/annotations.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { call } from '../http/call.ts';

/** The annotations of a checkup's files, as the viewer reads and writes them for one role. */
export function annotationsApi(role: Role) {
  return {
    async list(id: string, signal: AbortSignal): Promise<readonly Annotation[]> {
      const request = { params: { id }, signal };
      return (await call(`GET /api/${role}/files/:id/annotations`, request)).annotations;
    },
    async create(id: string, body: CreateAnnotation): Promise<Annotation> {
      const request = { params: { id }, body };
      return (await call(`POST /api/${role}/files/:id/annotations`, request)).annotation;
    },
    async update(id: string, annotation: string, body: UpdateAnnotation): Promise<Annotation> {
      const request = { params: { id, annotation }, body };
      return (await call(`PUT /api/${role}/files/:id/annotations/:annotation`, request)).annotation;
    },
    remove(id: string, annotation: string, version: number): Promise<unknown> {
      const request = { params: { id, annotation }, query: { version } };
      return call(`DELETE /api/${role}/files/:id/annotations/:annotation`, request);
    },
  };
}
