import { imagingEndpoints } from '@deqiq/contract/imaging/imaging.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { ImagingService } from './imaging.service.ts';

export function imagingRoutes(app: App, imaging: Pick<ImagingService, 'retry'>): void {
  const route = router(app, imagingEndpoints, 'files');

  route('POST /api/admin/files/:id/derive', { config: { access: 'admin' } }, (request) =>
    imaging.retry(requireActor(request), request.params.id),
  );
}
