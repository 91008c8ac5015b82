import { referralsEndpoints } from '@deqiq/contract/referrals/referrals.endpoints.ts';
import { MAX_ATTACHMENTS } from '@deqiq/contract/referrals/referrals.ts';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { withBody } from '../../../platform/http/bodies/memory/body-lease.ts';
import { PICTURES_FORM_LIMIT, pictures } from '../../../platform/http/bodies/picture-fields.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { ReferralsService } from './referrals.service.ts';

const attachments = pictures(
  {
    bad: referralMessages.badAttachments,
    tooMany: () => referralMessages.tooManyAttachments({ max: MAX_ATTACHMENTS }),
  },
  MAX_ATTACHMENTS,
);

const form = { bodyLimit: PICTURES_FORM_LIMIT, files: { attachments } } as const;

/** A form with pictures that staff send. */
const staffForm = { ...form, config: { access: 'admin', largeBody: true } } as const;

type Route = ReturnType<typeof router<typeof referralsEndpoints>>;
type Unchanged = ReturnType<typeof answer304IfUnchanged>;

export function referralsRoutes(app: App, referrals: ReferralsService): void {
  const route = router(app, referralsEndpoints, 'referrals');
  const unchanged = answer304IfUnchanged(() => referrals.version());
  addPartnerRoutes(route, referrals, unchanged);
  addStaffRoutes(route, referrals, unchanged);
  addTranscriptionRoutes(route, referrals);
}

function addPartnerRoutes(route: Route, referrals: ReferralsService, unchanged: Unchanged): void {
  const config = { access: 'partner' } as const;

  route(
    'POST /api/partner/referrals',
    { ...form, config: { ...config, quota: 'referral', largeBody: true } },
    (request, reply) =>
      withBody(request, () =>
        referrals.send(requireActor(request), request.body, disconnectSignal(reply)),
      ),
  );

  route('GET /api/partner/referrals', { config, ...unchanged }, (request) =>
    referrals.listOwn(requireActor(request), request.query),
  );

  route('GET /api/partner/referrals/:id', { config, ...unchanged }, (request) =>
    referrals.find(requireActor(request), request.params.id),
  );

  route(
    'PUT /api/partner/referrals/:id',
    { ...form, config: { ...config, largeBody: true } },
    (request, reply) =>
      withBody(request, () =>
        referrals.edit(
          requireActor(request),
          request.params.id,
          request.body,
          disconnectSignal(reply),
        ),
      ),
  );

  route('POST /api/partner/referrals/:id/cancel', { config }, (request) =>
    referrals.cancel(requireActor(request), request.params.id, request.body.reason),
  );

  route('POST /api/partner/referrals/:id/link', { config }, (request) =>
    referrals.createLink(requireActor(request), request.params.id),
  );
}

function addStaffRoutes(route: Route, referrals: ReferralsService, unchanged: Unchanged): void {
  const config = { access: 'admin' } as const;
  const read = { config: { ...config, auditedList: 'referrals' }, ...unchanged } as const;

  route('GET /api/admin/referrals', read, (request) =>
    referrals.list(requireActor(request), request.query),
  );

  route('POST /api/admin/referrals', staffForm, (request, reply) =>
    withBody(request, () =>
      referrals.sendFor(requireActor(request), request.body, disconnectSignal(reply)),
    ),
  );

  route('GET /api/admin/referrals/:id', read, (request) =>
    referrals.find(requireActor(request), request.params.id),
  );

  route('POST /api/admin/referrals/:id/accept', { config }, (request) =>
    referrals.accept(requireActor(request), request.params.id, request.body.patient),
  );

  route('POST /api/admin/referrals/:id/decline', { config }, (request) =>
    referrals.decline(requireActor(request), request.params.id, request.body.reason),
  );

  route('POST /api/admin/referrals/:id/cancel', { config }, (request) =>
    referrals.cancel(requireActor(request), request.params.id, request.body.reason),
  );

  route('POST /api/admin/referrals/:id/book', { config }, (request) =>
    referrals.book(requireActor(request), request.params.id, request.body),
  );

  route('POST /api/admin/referrals/:id/arrive', { config }, (request) =>
    referrals.arrive(requireActor(request), request.params.id),
  );

  route('POST /api/admin/referrals/:id/missed', { config }, (request) =>
    referrals.miss(requireActor(request), request.params.id),
  );

  route('PUT /api/admin/referrals/:id/assignee', { config }, (request) =>
    referrals.assign(requireActor(request), request.params.id, request.body),
  );
}

/** Referrals that staff make from pictures and reservations that came without one. */
function addTranscriptionRoutes(route: Route, referrals: ReferralsService): void {
  route('POST /api/admin/shipments/:checkup/referral', staffForm, (request, reply) =>
    withBody(request, () =>
      referrals.transcribeShipment(
        requireActor(request),
        request.params.checkup,
        request.body,
        disconnectSignal(reply),
      ),
    ),
  );

  route('POST /api/admin/applications/reservations/:id/referral', staffForm, (request, reply) =>
    withBody(request, () =>
      referrals.transcribeReservation(
        requireActor(request),
        request.params.id,
        request.body,
        disconnectSignal(reply),
      ),
    ),
  );
}
