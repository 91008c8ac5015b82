import { defineEndpoints } from '../shared/endpoint.ts';
import { done } from './auth.ts';
import {
  recoveryCodesAnswer,
  secondFactorBodies,
  secondFactorStarted,
  secondFactorStatus,
} from './second-factor.ts';

const admin = secondFactorBodies('admin');
const partner = secondFactorBodies('partner');

export const secondFactorEndpoints = defineEndpoints({
  'GET /api/admin/account/second-factor': { answer: secondFactorStatus },
  'POST /api/admin/account/second-factor': { body: admin.start, answer: secondFactorStarted },
  'POST /api/admin/account/second-factor/confirm': {
    body: admin.confirm,
    answer: recoveryCodesAnswer,
  },
  'POST /api/admin/account/second-factor/recovery-codes': {
    body: admin.change,
    answer: recoveryCodesAnswer,
  },
  'POST /api/admin/account/second-factor/disable': { body: admin.change, answer: done },

  'GET /api/partner/account/second-factor': { answer: secondFactorStatus },
  'POST /api/partner/account/second-factor': { body: partner.start, answer: secondFactorStarted },
  'POST /api/partner/account/second-factor/confirm': {
    body: partner.confirm,
    answer: recoveryCodesAnswer,
  },
  'POST /api/partner/account/second-factor/recovery-codes': {
    body: partner.change,
    answer: recoveryCodesAnswer,
  },
  'POST /api/partner/account/second-factor/disable': { body: partner.change, answer: done },
});
