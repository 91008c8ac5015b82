import { defineEndpoints } from '../../shared/endpoint.ts';
import { done } from '../auth.ts';
import { requestReset, resetPassword, resetRequested } from './password-resets.ts';

export const passwordResetsEndpoints = defineEndpoints({
  'POST /api/misc/password-code': { body: requestReset, answer: resetRequested },
  'POST /api/misc/password-reset': { body: resetPassword, answer: done },
});
