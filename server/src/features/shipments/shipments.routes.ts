import { shipmentAnswer, shipmentDetails, shipmentMessages } from '@deqiq/contract/shipments.ts';
import * as z from 'zod';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { withBody } from '../../platform/http/bodies/body-lease.ts';
import { formFile } from '../../platform/http/bodies/form-fields.ts';
import { PICTURE_FORM_LIMIT } from '../../platform/http/bodies/picture-fields.ts';
import { disconnectSignal } from '../../platform/http/disconnect.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import type { ShipmentsService } from './shipments.service.ts';

const shipment = shipmentDetails.extend({
  file: z.preprocess((sent, context) => {
    if (Array.isArray(sent)) context.addIssue(shipmentMessages.oneFileOnly);
    return sent;
  }, formFile(shipmentMessages.fileMissing)),
});

export function shipmentsRoutes(app: App, shipments: ShipmentsService): void {
  app.post(
    '/api/partner/misc/create-checkup',
    {
      config: { access: 'partner', quota: 'shipment', largeBody: true },
      bodyLimit: PICTURE_FORM_LIMIT,
      schema: {
        tags: ['shipments'],
        consumes: ['multipart/form-data'],
        body: shipment,
        response: { 200: shipmentAnswer, ...errorResponses },
      },
    },
    (request, reply) =>
      withBody(request, () =>
        shipments.send(requireActor(request), request.body, disconnectSignal(reply)),
      ),
  );
}
