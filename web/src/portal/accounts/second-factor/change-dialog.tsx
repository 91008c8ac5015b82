import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import * as texts from '@deqiq/messages/people/second-factor-steps.js';
import { useState } from 'react';
import { disableSecondFactor, renewRecoveryCodes } from '../../../api/people/second-factor.ts';
import { CloseOnBack } from '../../../lib/history/close-on-back.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';
import { ProofForm } from './steps.tsx';

export type Change = 'set-up' | 'replace' | 'renew' | 'disable';

type ChangeProps = { area: Role; kind: Change; onClose: () => void };

/** The dialog of one change. From the request for recovery codes on, only the button below the codes closes it. */
export function ChangeDialog({ area, kind, onClose }: ChangeProps) {
  const [isLocked, setIsLocked] = useState(false);
  async function lock<T>(request: Promise<T>): Promise<T> {
    setIsLocked(true);
    try {
      return await request;
    } catch (error) {
      setIsLocked(false);
      throw error;
    }
  }
  const titles = {
    'set-up': texts.setUpTitle(),
    replace: texts.replaceTitle(),
    renew: texts.renew(),
    disable: texts.disable(),
  };
  return (
    <Dialog open size="sm" title={titles[kind]} onClose={onClose} busy={isLocked}>
      {(kind === 'set-up' || kind === 'replace') && (
        <SetUp area={area} replaces={kind === 'replace'} lock={lock} onDone={onClose} />
      )}
      {kind === 'renew' && <Renew area={area} lock={lock} onClose={onClose} />}
      {kind === 'disable' && (
        <ProofForm
          withCode
          danger
          text={texts.disableText()}
          submit={texts.disable()}
          onProof={async (proof) => {
            await disableSecondFactor(area, proof);
            toast.success(secondFactorMessages.disabled());
            onClose();
          }}
        />
      )}
      <CloseOnBack close={() => isLocked || onClose()} />
    </Dialog>
  );
}

type RenewProps = Omit<ChangeProps, 'kind'> & {
  /** Closing is impossible during the request and after it, unless it fails. */
  lock: <T>(request: Promise<T>) => Promise<T>;
};

function Renew({ area, lock, onClose }: RenewProps) {
  const [codes, setCodes] = useState<string[]>();
  if (!codes)
    return (
      <ProofForm
        withCode
        text={texts.renewText()}
        submit={texts.renew()}
        onProof={async (proof) =>
          setCodes((await lock(renewRecoveryCodes(area, proof))).recoveryCodes)
        }
      />
    );
  return (
    <div className="grid gap-4">
      <RecoveryCodes codes={codes} />
      <Button onClick={onClose}>{texts.done()}</Button>
    </div>
  );
}
