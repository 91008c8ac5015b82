import {
  endedStates,
  findReferralMove,
  type ReferralMoveName,
  type ReferralState,
} from '@deqiq/contract/referrals/referral-states.ts';
import type { Referral, ReferralAnswer } from '@deqiq/contract/referrals/referrals.ts';
import * as wordTexts from '@deqiq/messages/office/referral-words.js';
import * as texts from '@deqiq/messages/office/referrals.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { HttpError } from '../../../api/http/http-error.ts';
import * as api from '../../../api/referrals/referrals-desk.ts';
import { formatMoment, personName } from '../../../lib/format.ts';
import { runRowAction } from '../list/rows/row-action.ts';
import { listReferralStates } from './referral-words.ts';

/** Whether staff may make this move now. */
export const canMove = ({ state }: Pick<Referral, 'state'>, move: ReferralMoveName): boolean =>
  findReferralMove(move, state, 'staff') !== undefined;

/** Whether it was made from a picture, which waits for another referral since this one has ended. */
export const canTranscribeAgain = ({ state, checkup, attachments }: Referral): boolean =>
  endedStates.includes(state) && checkup !== null && attachments.length > 0;

/** States in which the patient or the partner waits for the clinic. */
const waitingStates: readonly ReferralState[] = ['sent', 'accepted', 'booked', 'arrived', 'missed'];

/** Since when a referral waits in its state; undefined where nothing is left to do. */
export const findWaitingSince = ({ state, history, createdAt }: Referral): string | undefined =>
  waitingStates.includes(state) ? (history.at(-1)?.at ?? createdAt) : undefined;

export const arrive = (referral: Referral) =>
  runMove(referral, api.arrive, referralMessages.arrived());

export const miss = (referral: Referral) => runMove(referral, api.miss, referralMessages.missed());

export const accept = (referral: Referral, patient: string, onDone: () => void) =>
  runMove(
    referral,
    async () => {
      const answer = await api.acceptReferral(referral, patient);
      onDone();
      return answer;
    },
    referralMessages.accepted(),
  );

const runMove = (
  referral: Referral,
  request: (referral: Referral) => Promise<ReferralAnswer>,
  message: string,
) =>
  runRowAction({
    row: referral._id,
    request: () => withPresentState(request(referral)),
    successMessage: `${message}: ${personName(referral.patient)}`,
    errorMessage: texts.moveFailed(),
  });

/** A refusal because of the state says which one it is now, by whom and since when. */
export async function withPresentState<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const referral = api.currentReferral(error);
    if (!referral || !(error instanceof HttpError)) throw error;
    const message = `${error.serverMessage ?? texts.moveFailed()}. ${describeState(referral)}`;
    throw new HttpError('status', { status: 409, body: { code: 'conflict', message, referral } });
  }
}

function describeState({ state, history }: Referral): string {
  const name = listReferralStates()[state]?.text ?? wordTexts.unknown();
  const last = history.at(-1);
  if (!last) return texts.nowInState({ state: name });
  const at = formatMoment(last.at);
  return texts.nowInStateBy({ state: name, person: nameMover(last), at });
}

const movers = { system: texts.bySystem, partner: texts.byPartner, staff: texts.byStaff };

/** The person of a step, or the role. */
export const nameMover = ({ by, name }: Referral['history'][number]): string =>
  name ?? movers[by]();
