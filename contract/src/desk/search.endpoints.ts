import { defineEndpoints } from '../shared/endpoint.ts';
import { searchQuery, searchResults } from './search.ts';

export const searchEndpoints = defineEndpoints({
  'GET /api/admin/misc/search': { query: searchQuery, answer: searchResults },
});
