import { defineEndpoints } from '../shared/endpoint.ts';
import { done } from './auth.ts';
import {
  changeSecondFactor,
  confirmSecondFactor,
  recoveryCodesAnswer,
  secondFactorStarted,
  secondFactorStatus,
  startSecondFactor,
} from './second-factor.ts';

export const secondFactorEndpoints = defineEndpoints({
  'GET /api/admin/account/second-factor': { answer: secondFactorStatus },
  'POST /api/admin/account/second-factor': { body: startSecondFactor, answer: secondFactorStarted },
  'POST /api/admin/account/second-factor/confirm': {
    body: confirmSecondFactor,
    answer: recoveryCodesAnswer,
  },
  'POST /api/admin/account/second-factor/recovery-codes': {
    body: changeSecondFactor,
    answer: recoveryCodesAnswer,
  },
  'POST /api/admin/account/second-factor/disable': { body: changeSecondFactor, answer: done },

  'GET /api/partner/account/second-factor': { answer: secondFactorStatus },
  'POST /api/partner/account/second-factor': {
    body: startSecondFactor,
    answer: secondFactorStarted,
  },
  'POST /api/partner/account/second-factor/confirm': {
    body: confirmSecondFactor,
    answer: recoveryCodesAnswer,
  },
  'POST /api/partner/account/second-factor/recovery-codes': {
    body: changeSecondFactor,
    answer: recoveryCodesAnswer,
  },
  'POST /api/partner/account/second-factor/disable': { body: changeSecondFactor, answer: done },
});
