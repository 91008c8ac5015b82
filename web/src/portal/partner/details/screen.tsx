import { portalPaths } from '@deqiq/contract/paths.ts';
import { useAccount } from '../../../api/account.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loader } from '../../../ui/page/page-states.tsx';
import { AccountFailed } from '../account-failed.tsx';
import { BackLink } from '../back-link.tsx';
import { ClinicDetails } from './clinic-details.tsx';
import { PasswordChange } from './password-change.tsx';

/** What partners change themselves, in two cards that know nothing of each other. */
export function Component() {
  const account = useAccount();
  const { query, partner } = account;
  return (
    <>
      <title>Məlumatlarım · Dəqiq Diaqnostika</title>
      <div className="grid justify-items-start gap-1">
        <BackLink to={portalPaths.partnerDashboard}>Şəxsi kabinetə qayıt</BackLink>
        <PageHeader title="Məlumatlarım" />
      </div>
      <AccountFailed account={account} />
      {!partner && !query.isError && <Loader full />}
      {partner && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <ClinicDetails partner={partner} />
          <PasswordChange email={partner.email} />
        </div>
      )}
    </>
  );
}
