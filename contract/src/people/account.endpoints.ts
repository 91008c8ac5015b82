import { defineEndpoints } from '../shared/endpoint.ts';
import { changePassword, updateAccount } from './account.ts';
import { done } from './auth.ts';
import { accountAnswer, partnerAnswer } from './partners.ts';

export const accountEndpoints = defineEndpoints({
  'GET /api/partner/account': { answer: accountAnswer },
  'PUT /api/partner/account/details': { body: updateAccount, answer: partnerAnswer },
  'PUT /api/partner/account/password': { body: changePassword, answer: done },
});
