import { defineEndpoints } from '../shared/endpoint.ts';
import { shipmentAnswer, shipmentDetails } from './shipments.ts';

export const shipmentsEndpoints = defineEndpoints({
  'POST /api/partner/misc/create-checkup': {
    body: shipmentDetails,
    files: { file: 'required' },
    answer: shipmentAnswer,
  },
});
