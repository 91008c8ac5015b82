import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/partner/account-details.js';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import { ChevronRight, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { useAccount } from '../../../api/people/account.ts';
import { clinic } from '../../../lib/clinic.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loader } from '../../../ui/page/page-states.tsx';
import { AccountFailed } from '../account-failed.tsx';
import { BackLink } from '../back-link.tsx';
import { ClinicDetails } from './clinic-details.tsx';
import { PasswordChange } from './password-change.tsx';

/** The details that partners change themselves, in two independent cards. */
export function AccountDetailsScreen() {
  const account = useAccount();
  const { query, partner } = account;
  return (
    <>
      <title>{`${areaTexts.details()} · ${clinic.name}`}</title>
      <div className="grid justify-items-start gap-1">
        <BackLink to={portalPaths.partnerDashboard} />
        <PageHeader title={areaTexts.details()} />
      </div>
      <AccountFailed account={account} />
      {!partner && !query.isError && <Loader full />}
      {partner && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <ClinicDetails partner={partner} />
          <div className="grid gap-5">
            <PasswordChange email={partner.email} />
            <SecurityLink />
          </div>
        </div>
      )}
    </>
  );
}

function SecurityLink() {
  return (
    <Link
      to={portalPaths.partnerSecurity}
      state={{ from: portalPaths.partnerDetails }}
      className="group flex min-h-18 items-center gap-4 rounded-card border border-line bg-surface px-4 py-3 transition-colors duration-160 hover:bg-row-hover md:px-5"
    >
      <ShieldCheck size={22} aria-hidden="true" className="shrink-0 text-accent" />
      <span className="min-w-0 grow">
        <span className="block font-medium">{areaTexts.security()}</span>
        <span className="block text-desk text-muted">{texts.securityLine()}</span>
      </span>
      <ChevronRight
        size={20}
        aria-hidden="true"
        className="shrink-0 text-muted transition-transform duration-160 group-hover:translate-x-0.5"
      />
    </Link>
  );
}
