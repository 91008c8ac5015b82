import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/office/referrals.js';
import { Ellipsis } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ActionMenu } from '../list/rows/action-menu.tsx';
import { patientPath } from '../patients/patient-path.ts';
import { checkupsAddress } from './checkups-address.ts';
import { arrive, canMove, canTranscribeAgain, miss } from './moves.ts';

export type OpenedDialog = 'details' | 'accept' | 'book' | 'decline' | 'cancel' | 'transcribe';

type ReferralActionsProps = { referral: Referral; onOpen: (dialog: OpenedDialog) => void };

/** The likely next steps as buttons, and all other moves of the state in a menu. */
export function ReferralActions(props: ReferralActionsProps) {
  return (
    <span className="flex items-center gap-1.5">
      <NextStep {...props} />
      <MoreActions {...props} />
    </span>
  );
}

export function NextStep({ referral, onOpen }: ReferralActionsProps) {
  if (canMove(referral, 'accept'))
    return (
      <Button size="sm" onClick={() => onOpen('accept')}>
        {texts.accept()}
      </Button>
    );
  if (canMove(referral, 'arrive')) {
    const needsTime = referral.state === 'accepted';
    return (
      <>
        {needsTime && (
          <Button size="sm" onClick={() => onOpen('book')}>
            {texts.book()}
          </Button>
        )}
        <Button
          size="sm"
          variant={needsTime ? 'outline' : 'primary'}
          onClick={() => void arrive(referral)}
        >
          {texts.arrive()}
        </Button>
      </>
    );
  }
  if (referral.checkup === null) return null;
  const isDone = referral.state === 'examined' || referral.state === 'reported';
  return (
    <Link
      to={checkupsAddress(referral.patient, referral.partner)}
      className={buttonClass(isDone ? 'primary' : 'outline', 'sm')}
    >
      {texts.openCheckup()}
    </Link>
  );
}

function MoreActions({ referral, onOpen }: ReferralActionsProps) {
  const navigate = useNavigate();
  const { patient, checkup } = referral;
  const record = patient._id;
  const canArrive = canMove(referral, 'arrive');
  const items = [
    { label: texts.details(), run: () => onOpen('details') },
    // Accepted ones have a button.
    referral.state !== 'accepted' &&
      canMove(referral, 'book') && { label: texts.changeTime(), run: () => onOpen('book') },
    canMove(referral, 'miss') && { label: texts.miss(), run: () => void miss(referral) },
    record !== undefined && {
      label: texts.openPatient(),
      run: () => void navigate(patientPath(record)),
    },
    checkup !== null &&
      canArrive && {
        label: texts.openCheckup(),
        run: () => void navigate(checkupsAddress(referral.patient, referral.partner)),
      },
    canTranscribeAgain(referral) && {
      label: texts.transcribeAgain(),
      run: () => onOpen('transcribe'),
    },
    canMove(referral, 'decline') && { label: texts.decline(), run: () => onOpen('decline') },
    canMove(referral, 'cancel') && { label: texts.cancelReferral(), run: () => onOpen('cancel') },
  ].filter((item) => item !== false);
  return (
    <ActionMenu
      label={texts.more()}
      trigger={<IconButton label={texts.more()} icon={<Ellipsis size={17} aria-hidden="true" />} />}
      items={items}
    />
  );
}
