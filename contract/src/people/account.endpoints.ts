import { defineEndpoints } from '../shared/endpoint.ts';
import { changePassword, languageAnswer, setLanguage, updateAccount } from './account.ts';
import { done } from './auth.ts';
import { accountAnswer, partnerAnswer } from './partners.ts';

export const accountEndpoints = defineEndpoints({
  'GET /api/partner/account': { answer: accountAnswer },
  'PUT /api/partner/account/details': { body: updateAccount, answer: partnerAnswer },
  'PUT /api/partner/account/password': { body: changePassword, answer: done },
  'PUT /api/partner/account/language': { body: setLanguage, answer: languageAnswer },
  'PUT /api/admin/account/language': { body: setLanguage, answer: languageAnswer },
});
