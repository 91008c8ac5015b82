import { protectionSection } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/protection.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { useQuery } from '@tanstack/react-query';
import { protectionQuery } from '../../../api/operations/protection.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { StateBadge, type States } from '../../../ui/status-badge.tsx';
import { describeLine, protectionNames } from './protection-words.ts';

const listStates = (): States<'good' | 'attention' | 'danger'> => ({
  good: { text: texts.good(), tone: 'success' },
  attention: { text: texts.attention(), tone: 'warning' },
  danger: { text: texts.danger(), tone: 'danger' },
});

/** Every way to lose the data of the clinic, and the next step against it. */
export function ProtectionScreen() {
  const query = useQuery(protectionQuery);
  const { data, error } = query;
  const title = protectionSection.label();
  return (
    <>
      <title>{shellTexts.pageTitle({ title })}</title>
      <PageHeader title={title} />
      {!data && !error && <Loader full />}
      <QueryError query={query} failed={texts.failed()} compact={data !== undefined} />
      {data && (
        <ul
          aria-label={title}
          className="max-w-4xl divide-y divide-line rounded-card border border-line bg-surface"
        >
          {data.lines.map((line) => (
            <li
              key={line.name}
              className="grid gap-x-6 gap-y-1.5 px-4 py-3.5 max-md:grid-cols-[1fr_auto] md:grid-cols-[12rem_7rem_1fr] md:items-baseline"
            >
              <h2 className="text-desk font-semibold">{protectionNames[line.name]()}</h2>
              <span>
                <StateBadge states={listStates()} state={line.state} other="" />
              </span>
              <p className="min-w-0 text-desk wrap-anywhere text-muted max-md:col-span-2">
                {describeLine(line)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
