import type { GiftAnswer } from '@deqiq/contract/gifts.ts';
import type { PartnerStats } from '@deqiq/contract/partner-stats.ts';
import type { Answer, Client } from '../client.ts';

/** Staff set, add or subtract points. */
export const changePoints = (admin: Client, partnerId: string, balance: number, action = 'set') =>
  admin.patch(`/api/admin/partner-stats/balance/${partnerId}`, { balance, action });

/** What staff see of a partner. */
export const figuresOf = async (admin: Client, partnerId: string): Promise<PartnerStats> =>
  (await admin.get(`/api/admin/partner-stats/${partnerId}`)).ok<{ partner: PartnerStats }>()
    .partner;

/** A partner asks for a gift. */
export const askForGift = (partner: Client, body: object = {}) =>
  partner.post('/api/partner/misc/demand-payment', body);

/** The id of the payment a gift request has made. */
export const paymentOf = (answer: Answer): string => answer.ok<GiftAnswer>().payment._id;
