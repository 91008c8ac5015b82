import { secondFactorMessages } from '@deqiq/contract/people/second-factor.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/http/http-error.ts';
import {
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorQuery,
} from '../../api/people/second-factor.ts';
import { CloseOnBack } from '../../lib/close-on-back.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { ErrorPanel, Loader } from '../../ui/page/page-states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorWords } from './second-factor-labels.ts';
import { SetUp } from './set-up.tsx';
import { ProofForm } from './steps.tsx';

type Opened = 'set-up' | 'replace' | 'renew' | 'disable';

/** A person's second factor: whether it is on, and what can be done about it. */
export function SecondFactorSection({ area }: { area: Role }) {
  const labels = secondFactorWords[area];
  const { data, error, isError, isFetching, refetch } = useQuery(secondFactorQuery(area));
  const [opened, setOpened] = useState<Opened>();
  return (
    <section
      aria-labelledby="second-factor"
      className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="second-factor" className="text-title">
          {labels.title}
        </h2>
        {data && (
          <StatusBadge tone={data.enabled ? 'success' : 'neutral'}>
            {data.enabled ? labels.on : labels.off}
          </StatusBadge>
        )}
      </div>
      <p className="text-desk text-muted">{labels.about}</p>
      {isError && !data && (
        <ErrorPanel
          message={messageOf(error, labels.loadFailed)}
          onRetry={() => void refetch()}
          busy={isFetching}
          compact
        />
      )}
      {!data && !isError && <Loader />}
      {data && !data.enabled && (
        <Button className="justify-self-start" onClick={() => setOpened('set-up')}>
          {labels.setUp}
        </Button>
      )}
      {data?.enabled && (
        <>
          <p className="text-desk">{labels.codesLeft(data.recoveryCodesLeft)}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => setOpened('renew')}>
              {labels.renew}
            </Button>
            <Button variant="outline" onClick={() => setOpened('replace')}>
              {labels.replace}
            </Button>
            {!data.required && (
              <Button variant="quiet" onClick={() => setOpened('disable')}>
                {labels.disable}
              </Button>
            )}
          </div>
        </>
      )}
      {opened && <Change area={area} kind={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

type ChangeProps = { area: Role; kind: Opened; onClose: () => void };

/** The dialog of one change. From the request for recovery codes on, only the button below the codes closes it. */
function Change({ area, kind, onClose }: ChangeProps) {
  const labels = secondFactorWords[area];
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
    'set-up': labels.setUpTitle,
    replace: labels.replaceTitle,
    renew: labels.renew,
    disable: labels.disable,
  };
  return (
    <Dialog open size="sm" title={titles[kind]} onClose={onClose} busy={isLocked}>
      {(kind === 'set-up' || kind === 'replace') && (
        <SetUp area={area} replaces={kind === 'replace'} lock={lock} onDone={onClose} />
      )}
      {kind === 'renew' && <Renew area={area} lock={lock} onClose={onClose} />}
      {kind === 'disable' && (
        <ProofForm
          area={area}
          withCode
          danger
          text={labels.disableText}
          submit={labels.disable}
          onProof={async (proof) => {
            await disableSecondFactor(area, proof);
            toast.success(secondFactorMessages[area].disabled);
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
  const labels = secondFactorWords[area];
  const [codes, setCodes] = useState<string[]>();
  if (!codes)
    return (
      <ProofForm
        area={area}
        withCode
        text={labels.renewText}
        submit={labels.renew}
        onProof={async (proof) =>
          setCodes((await lock(renewRecoveryCodes(area, proof))).recoveryCodes)
        }
      />
    );
  return (
    <div className="grid gap-4">
      <RecoveryCodes codes={codes} labels={labels} />
      <Button onClick={onClose}>{labels.done}</Button>
    </div>
  );
}
