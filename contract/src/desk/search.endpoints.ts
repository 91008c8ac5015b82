import { searchQuery, searchResults } from './search.ts';
import { defineEndpoints } from './shared/endpoint.ts';

export const searchEndpoints = defineEndpoints({
  'GET /api/admin/misc/search': { query: searchQuery, answer: searchResults },
});
