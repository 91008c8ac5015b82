import * as texts from '@deqiq/messages/site/partner-pages.js';
import { ListPage } from '../components/list-page.tsx';
import { Island as DoctorList } from '../islands/doctors.island.tsx';
import { Island } from '../islands/island.tsx';

export function Doctors() {
  return (
    <ListPage
      title={texts.doctorsTitle()}
      lead={texts.doctorsLead()}
      invitation={{
        title: texts.doctorsInvitation(),
        text: texts.doctorsInvitationText(),
      }}
      withoutScript={texts.doctorsWithoutScript()}
    >
      <Island name="doctors" when="visible" component={DoctorList} props={{}} />
    </ListPage>
  );
}
