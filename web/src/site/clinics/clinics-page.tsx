import * as texts from '@deqiq/messages/site/partner-pages.js';
import { ListPage } from '../components/list-page.tsx';
import { Island as ClinicList } from '../islands/clinics.island.tsx';
import { Island } from '../islands/island.tsx';

export function Companies() {
  return (
    <ListPage
      title={texts.clinicsTitle()}
      lead={texts.clinicsLead()}
      invitation={{
        title: texts.clinicsInvitation(),
        text: texts.clinicsInvitationText(),
      }}
      withoutScript={texts.clinicsWithoutScript()}
    >
      <Island name="clinics" when="visible" component={ClinicList} props={{}} />
    </ListPage>
  );
}
