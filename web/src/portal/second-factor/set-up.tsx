import {
  type SecondFactorStarted,
  secondFactorMessages,
} from '@deqiq/contract/people/second-factor.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { useState } from 'react';
import { confirmSecondFactor, startSecondFactor } from '../../api/people/second-factor.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorWords } from './second-factor-labels.ts';
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
  const labels = secondFactorWords[area];
  const [started, setStarted] = useState<SecondFactorStarted>();
  const [codes, setCodes] = useState<string[]>();
  if (codes)
    return (
      <div className="grid gap-4">
        <h2 className="text-title">{labels.recoveryTitle}</h2>
        <RecoveryCodes codes={codes} labels={labels} />
        <Button onClick={onDone}>{labels.done}</Button>
      </div>
    );
  if (started)
    return (
      <ScanForm
        area={area}
        started={started}
        confirm={(code) => lock(confirmSecondFactor(area, code))}
        onDone={(codes) => {
          toast.success(secondFactorMessages[area].enabled);
          setCodes(codes);
        }}
      />
    );
  return (
    <ProofForm
      area={area}
      withCode={replaces}
      text={labels.passwordText}
      submit={labels.continue}
      onProof={async (proof) => setStarted(await startSecondFactor(area, proof))}
    />
  );
}
