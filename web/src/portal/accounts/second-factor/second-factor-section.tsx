import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/people/second-factor-steps.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { secondFactorQuery } from '../../../api/people/second-factor.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel, Loader } from '../../../ui/page/page-states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { type Change, ChangeDialog } from './change-dialog.tsx';

/** A person's second factor: whether it is on, and what can be done about it. */
export function SecondFactorSection({ area }: { area: Role }) {
  const { data, error, isError, isFetching, refetch } = useQuery(secondFactorQuery(area));
  const [opened, setOpened] = useState<Change>();
  return (
    <section
      aria-labelledby="second-factor"
      className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="second-factor" className="text-title">
          {texts.title()}
        </h2>
        {data && (
          <StatusBadge tone={data.enabled ? 'success' : 'neutral'}>
            {data.enabled ? texts.on() : texts.off()}
          </StatusBadge>
        )}
      </div>
      <p className="text-desk text-muted">{texts.about()}</p>
      {isError && !data && (
        <ErrorPanel
          message={describeError(error, texts.loadFailed())}
          onRetry={() => void refetch()}
          busy={isFetching}
          compact
        />
      )}
      {!data && !isError && <Loader />}
      {data && !data.enabled && (
        <Button className="justify-self-start" onClick={() => setOpened('set-up')}>
          {texts.setUp()}
        </Button>
      )}
      {data?.enabled && (
        <>
          <p className="text-desk">{texts.codesLeft({ count: data.recoveryCodesLeft })}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => setOpened('renew')}>
              {texts.renew()}
            </Button>
            <Button variant="outline" onClick={() => setOpened('replace')}>
              {texts.replace()}
            </Button>
            {!data.required && (
              <Button variant="quiet" onClick={() => setOpened('disable')}>
                {texts.disable()}
              </Button>
            )}
          </div>
        </>
      )}
      {opened && <ChangeDialog area={area} kind={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}
