import { shipmentsEndpoints } from '@deqiq/contract/examinations/shipments.endpoints.ts';
import * as shipmentMessages from '@deqiq/messages/examinations/shipments.js';
import * as z from 'zod';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { formFile } from '../../../platform/http/bodies/form-fields.ts';
import { withBody } from '../../../platform/http/bodies/memory/body-lease.ts';
import { PICTURE_FORM_LIMIT } from '../../../platform/http/bodies/picture-fields.ts';
import { disconnectSignal } from '../../../platform/http/connections/disconnect.ts';
import { router } from '../../../platform/http/router.ts';
import type { ShipmentsService } from './shipments.service.ts';

const file = z.preprocess((sent, context) => {
  if (Array.isArray(sent)) context.addIssue(shipmentMessages.oneFileOnly());
  return sent;
}, formFile(shipmentMessages.fileMissing));

export function shipmentsRoutes(app: App, shipments: ShipmentsService): void {
  const route = router(app, shipmentsEndpoints, 'shipments');

  route(
    'POST /api/partner/misc/create-checkup',
    {
      config: { access: 'partner', quota: 'shipment', largeBody: true },
      bodyLimit: PICTURE_FORM_LIMIT,
      files: { file },
    },
    (request, reply) =>
      withBody(request, () =>
        shipments.send(requireActor(request), request.body, disconnectSignal(reply)),
      ),
  );
}
