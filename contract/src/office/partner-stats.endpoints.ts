import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  byPartnerId,
  changeBalance,
  changePatients,
  partnerStatsAnswer,
  partnerStatsChanged,
  partnerStatsList,
  partnerStatsOverview,
  partnerStatsQuery,
} from './partner-stats.ts';

export const partnerStatsEndpoints = defineEndpoints({
  'GET /api/admin/partner-stats': { query: partnerStatsQuery, answer: partnerStatsList },
  'GET /api/admin/partner-stats/overview': { answer: partnerStatsOverview },
  'GET /api/admin/partner-stats/:id': { params: byId, answer: partnerStatsAnswer },
  'PATCH /api/admin/partner-stats/balance/:partnerId': {
    params: byPartnerId,
    body: changeBalance,
    answer: partnerStatsChanged,
  },
  'PATCH /api/admin/partner-stats/patients/:partnerId': {
    params: byPartnerId,
    body: changePatients,
    answer: partnerStatsChanged,
  },
  'PATCH /api/admin/partner-stats/reset/:partnerId': {
    params: byPartnerId,
    answer: partnerStatsChanged,
  },
});
