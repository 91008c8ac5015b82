export const referralStates = [
  'sent',
  'accepted',
  'booked',
  'arrived',
  'examined',
  'reported',
  'declined',
  'cancelled',
  'missed',
  'expired',
] as const;
export type ReferralState = (typeof referralStates)[number];

/** Authors of moves. */
export const referralMovers = ['partner', 'staff', 'system'] as const;
export type ReferralMover = (typeof referralMovers)[number];

export interface ReferralMove {
  readonly move: string;
  readonly from: readonly ReferralState[];
  /** `previous`: the state before the last move. */
  readonly to: ReferralState | 'previous';
  readonly by: readonly ReferralMover[];
}

/** Every move of a referral after its creation as `sent`. Any other move is a conflict. */
export const referralMoves = [
  { move: 'accept', from: ['sent'], to: 'accepted', by: ['staff'] },
  { move: 'decline', from: ['sent'], to: 'declined', by: ['staff'] },
  {
    move: 'cancel',
    from: ['sent', 'accepted', 'booked'],
    to: 'cancelled',
    by: ['partner', 'staff'],
  },
  { move: 'cancel', from: ['arrived', 'missed'], to: 'cancelled', by: ['staff'] },
  {
    move: 'arrive',
    from: ['accepted', 'booked', 'missed'],
    to: 'arrived',
    by: ['staff', 'system'],
  },
  // Repeated: another time. A patient with a link is the system.
  { move: 'book', from: ['accepted', 'booked', 'missed'], to: 'booked', by: ['staff', 'system'] },
  // The appointment was deleted.
  { move: 'unbook', from: ['booked'], to: 'accepted', by: ['staff', 'system'] },
  { move: 'miss', from: ['booked'], to: 'missed', by: ['staff'] },
  // Arrived or missed was pressed by mistake, on the day of the appointment.
  { move: 'undo', from: ['arrived', 'missed'], to: 'booked', by: ['staff'] },
  // The first X-ray of the examination; an upload has an author, a study of a machine has none.
  { move: 'examine', from: ['arrived'], to: 'examined', by: ['staff', 'system'] },
  // The last X-ray was removed.
  { move: 'reopen', from: ['examined'], to: 'arrived', by: ['staff', 'system'] },
  // A report that was wanted is signed; the last signed one is withdrawn.
  { move: 'report', from: ['examined'], to: 'reported', by: ['staff'] },
  { move: 'withdraw-report', from: ['reported'], to: 'examined', by: ['staff'] },
  // Its examination was deleted, or restored.
  {
    move: 'delete',
    from: ['sent', 'accepted', 'booked', 'arrived', 'examined', 'reported', 'missed'],
    to: 'cancelled',
    by: ['staff'],
  },
  // A partner takes back what it may cancel.
  { move: 'delete', from: ['sent', 'accepted', 'booked'], to: 'cancelled', by: ['partner'] },
  { move: 'restore', from: ['cancelled'], to: 'previous', by: ['staff'] },
  { move: 'expire', from: ['sent', 'accepted', 'missed'], to: 'expired', by: ['system'] },
] as const satisfies readonly ReferralMove[];
export type ReferralMoveName = (typeof referralMoves)[number]['move'];

/** The move of this name that an author may make in a state; undefined where there is none. */
export const findReferralMove = (
  name: ReferralMoveName,
  from: ReferralState,
  by: ReferralMover,
): ReferralMove | undefined =>
  (referralMoves as readonly ReferralMove[]).find(
    (each) => each.move === name && each.from.includes(from) && each.by.includes(by),
  );

/** States in which a patient with a link books, moves or cancels a time. */
export const linkStates: readonly ReferralState[] = ['sent', 'accepted', 'booked', 'missed'];

/** Days in a state after which a referral that waits expires. */
export const REFERRAL_EXPIRY_DAYS = 90;

/** States without an examination and without a next step. */
export const endedStates: readonly ReferralState[] = ['declined', 'cancelled', 'expired'];

/** States that expire. */
export const expiringStates: readonly ReferralState[] = ['sent', 'accepted', 'missed'];
