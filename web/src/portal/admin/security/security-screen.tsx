import * as sectionTexts from '@deqiq/messages/office/sections.js';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { SecondFactorSection } from '../../accounts/second-factor/second-factor-section.tsx';
import { ProgramTokens } from '../../accounts/security/program-tokens.tsx';
import { SessionList } from '../../accounts/security/session-list.tsx';

/** How a member of staff signs in, and where they are signed in. */
export function SecurityScreen() {
  return (
    <>
      <title>{shellTexts.pageTitle({ title: sectionTexts.security() })}</title>
      <PageHeader title={sectionTexts.security()} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5 max-lg:contents">
          <SecondFactorSection area="admin" />
          <div className="max-lg:order-last">
            <ProgramTokens area="admin" />
          </div>
        </div>
        <SessionList area="admin" />
      </div>
    </>
  );
}
