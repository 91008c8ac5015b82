import type { GiftAnswer } from '@deqiq/contract/office/gifts.ts';
import type { PartnerStats } from '@deqiq/contract/office/partner-stats.ts';
import type { Answer, Client } from '../client.ts';

/** Sets, adds or subtracts points as staff. */
export const changePoints = (admin: Client, partnerId: string, balance: number, action = 'set') =>
  admin.patch(`/api/admin/partner-stats/balance/${partnerId}`, { balance, action });

/** A partner's figures as staff see them. */
export const readFigures = async (admin: Client, partnerId: string): Promise<PartnerStats> =>
  (await admin.get(`/api/admin/partner-stats/${partnerId}`)).ok<{ partner: PartnerStats }>()
    .partner;

/** Requests a gift as a partner. */
export const askForGift = (partner: Client, body: object = {}) =>
  partner.post('/api/partner/misc/demand-payment', body);

/** The id of the payment that a gift request created. */
export const readPaymentId = (answer: Answer): string => answer.ok<GiftAnswer>().payment._id;
