import type { ProgramToken, ProgramTokenCreated } from '@deqiq/contract/machines/program-tokens.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as programTokenMessages from '@deqiq/messages/machines/program-tokens.js';
import * as texts from '@deqiq/messages/people/program-token-list.js';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { programTokensQuery, revokeProgramToken } from '../../../api/machines/program-tokens.ts';
import { formatMoment } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { type Confirmation, confirm, showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { ErrorPanel, Loader } from '../../../ui/page/page-states.tsx';
import { AddTokenDialog, CreatedTokenDialog } from './program-token-dialogs.tsx';

/** The tokens of a user's programs, with buttons to add and to end them. */
export function ProgramTokens({ area }: { area: Role }) {
  const headingId = useId();
  const { data, error, isError, isFetching, refetch } = useQuery(programTokensQuery(area));
  const [opened, setOpened] = useState<'add' | ProgramTokenCreated>();
  const close = () => setOpened(undefined);

  return (
    <section
      aria-labelledby={headingId}
      className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} className="text-title">
          {texts.title()}
        </h2>
        {data && (
          <Button variant="outline" onClick={() => setOpened('add')}>
            {texts.add()}
          </Button>
        )}
      </div>
      <p className="text-desk text-muted">{texts.about()}</p>
      {isError && !data && (
        <ErrorPanel
          compact
          message={describeError(error, texts.failed())}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isError && <Loader />}
      {data?.tokens.length === 0 && <p className="text-desk">{texts.none()}</p>}
      {data && data.tokens.length > 0 && (
        <ul>
          {data.tokens.map((token) => (
            <Row key={token._id} area={area} token={token} />
          ))}
        </ul>
      )}
      {opened === 'add' && <AddTokenDialog area={area} onCreated={setOpened} onClose={close} />}
      {opened && opened !== 'add' && (
        <CreatedTokenDialog created={opened} address={data?.address ?? ''} onClose={close} />
      )}
    </section>
  );
}

const momentInOneLine = (moment: string) => formatMoment(moment).replaceAll(' ', '\u00a0');

const askEnd = (name: string): Confirmation => ({
  title: texts.endTitle(),
  text: texts.endText({ name }),
  confirm: texts.endConfirm(),
});

function Row({ area, token }: { area: Role; token: ProgramToken }) {
  const [isEnding, setEnding] = useState(false);
  async function end() {
    if (isEnding || !(await confirm(askEnd(token.name)))) return;
    setEnding(true);
    try {
      await revokeProgramToken(area, token);
      toast.success(programTokenMessages.revoked());
    } catch (error) {
      void showError(describeError(error, texts.endFailed()));
    } finally {
      setEnding(false);
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line py-3 not-first:border-t">
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap gap-x-3 font-medium wrap-anywhere">
          {token.name}
          <span className="font-normal text-muted">{`… ${token.tokenEnd}`}</span>
        </p>
        <p className="text-desk text-muted tabular-nums">
          {token.lastUsedAt
            ? texts.lastUsed({ when: momentInOneLine(token.lastUsedAt) })
            : texts.unused()}
        </p>
        <p className="flex flex-wrap gap-x-3 text-desk text-muted tabular-nums">
          <span>{texts.created({ when: momentInOneLine(token.createdAt) })}</span>
          <span>{texts.expires({ when: momentInOneLine(token.expiresAt) })}</span>
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        busy={isEnding}
        aria-label={texts.endLabel({ name: token.name })}
        onClick={() => void end()}
      >
        {texts.end()}
      </Button>
    </li>
  );
}
