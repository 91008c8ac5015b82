import { departure } from '../../../../api/people/session/departure.ts';
import { session } from '../../../../api/people/session/session.ts';
import { noValues, type ReferralValues } from './referral-values.ts';

const KEY = 'referralDraft';

type Draft = { person: string | undefined; values: ReferralValues };

departure.onForget(() => sessionStorage.removeItem(KEY));

/** The unsent referral of this user, which survives a reload; empty where there is none. */
export function readReferralDraft(): ReferralValues {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Draft>;
    const isOwn = draft.person === session.person();
    return isOwn && draft.values ? { ...noValues, ...draft.values } : noValues;
  } catch {
    return noValues;
  }
}

/** The end of a session empties this storage. */
export function storeReferralDraft(values: ReferralValues | undefined): void {
  if (values) sessionStorage.setItem(KEY, JSON.stringify({ person: session.person(), values }));
  else sessionStorage.removeItem(KEY);
}
