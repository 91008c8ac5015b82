import type {
  Annotation,
  CreateAnnotation,
  UpdateAnnotation,
} from '@deqiq/contract/annotations.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { call } from './http/call.ts';

/** The annotations of a checkup's files, as the viewer reads and writes them for one role. */
export function annotationsApi(role: Role) {
  const isStaff = role === 'admin';
  return {
    async list(id: string, signal: AbortSignal): Promise<readonly Annotation[]> {
      const params = { id };
      const { annotations } = isStaff
        ? await call('GET /api/admin/files/:id/annotations', { params, signal })
        : await call('GET /api/partner/files/:id/annotations', { params, signal });
      return annotations;
    },
    async create(id: string, body: CreateAnnotation): Promise<Annotation> {
      const params = { id };
      const { annotation } = isStaff
        ? await call('POST /api/admin/files/:id/annotations', { params, body })
        : await call('POST /api/partner/files/:id/annotations', { params, body });
      return annotation;
    },
    async update(id: string, annotationId: string, body: UpdateAnnotation): Promise<Annotation> {
      const params = { id, annotation: annotationId };
      const { annotation } = isStaff
        ? await call('PUT /api/admin/files/:id/annotations/:annotation', { params, body })
        : await call('PUT /api/partner/files/:id/annotations/:annotation', { params, body });
      return annotation;
    },
    remove(id: string, annotationId: string, version: number): Promise<unknown> {
      const request = { params: { id, annotation: annotationId }, query: { version } };
      return isStaff
        ? call('DELETE /api/admin/files/:id/annotations/:annotation', request)
        : call('DELETE /api/partner/files/:id/annotations/:annotation', request);
    },
  };
}
