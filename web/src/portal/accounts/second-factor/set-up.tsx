import type { SecondFactorStarted } from '@deqiq/contract/people/second-factor.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import * as texts from '@deqiq/messages/people/second-factor-steps.js';
import { useState } from 'react';
import { confirmSecondFactor, startSecondFactor } from '../../../api/people/second-factor.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ProofForm, ScanForm } from './steps.tsx';

type Codes = Awaited<ReturnType<typeof confirmSecondFactor>>;

type SetUpProps = {
  area: Role;
  /** It is on, and moves to another phone. */
  replaces: boolean;
  /** Keeps the dialog open during the request for the codes and after it, unless it fails. */
  lock?: (request: Promise<Codes>) => Promise<Codes>;
  /** The codes were shown: closing the dialog loses nothing any more. */
  onDone: () => void;
};

/** Password, then the QR code and its first code, then the recovery codes. */
export function SetUp({ area, replaces, lock = (request) => request, onDone }: SetUpProps) {
  const [started, setStarted] = useState<SecondFactorStarted>();
  const [codes, setCodes] = useState<string[]>();
  if (codes)
    return (
      <div className="grid gap-4">
        <h2 className="text-title">{texts.recoveryTitle()}</h2>
        <RecoveryCodes codes={codes} />
        <Button onClick={onDone}>{texts.done()}</Button>
      </div>
    );
  if (started)
    return (
      <ScanForm
        started={started}
        confirm={(code) => lock(confirmSecondFactor(area, code))}
        onDone={(codes) => {
          toast.success(secondFactorMessages.enabled());
          setCodes(codes);
        }}
      />
    );
  return (
    <ProofForm
      withCode={replaces}
      text={texts.passwordText()}
      submit={texts.proceed()}
      onProof={async (proof) => setStarted(await startSecondFactor(area, proof))}
    />
  );
}
