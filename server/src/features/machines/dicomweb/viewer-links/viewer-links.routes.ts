import { viewerLinksEndpoints } from '@deqiq/contract/machines/viewer-links.endpoints.ts';
import { roles } from '@deqiq/contract/shared/roles.ts';
import { type App, requireActor } from '../../../../platform/http/app-types.ts';
import { router } from '../../../../platform/http/router.ts';
import type { ViewerLinksService } from './viewer-links.service.ts';

/** Links to programs that show the pictures of a checkup, the same calls in both areas. */
export function viewerLinksRoutes(
  app: App,
  viewerLinks: ViewerLinksService,
  { publicUrl }: { publicUrl: string | undefined },
): void {
  const route = router(app, viewerLinksEndpoints, 'viewer-links');

  for (const role of roles) {
    const config = { access: role } as const;

    route(`GET /api/${role}/viewer-programs`, { config }, () => viewerLinks.list());

    route(`POST /api/${role}/checkups/:id/viewer-link`, { config }, (request) =>
      viewerLinks.create(requireActor(request), {
        checkupId: request.params.id,
        program: request.body.program,
        site: publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`,
      }),
    );
  }
}
