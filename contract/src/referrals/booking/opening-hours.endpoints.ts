import { defineEndpoints } from '../../shared/endpoint.ts';
import { foundOpeningHours, openingHoursAnswer, openingHoursBody } from './opening-hours.ts';

export const openingHoursEndpoints = defineEndpoints({
  'GET /api/admin/opening-hours': { answer: foundOpeningHours },
  'PUT /api/admin/opening-hours': { body: openingHoursBody, answer: openingHoursAnswer },
});
