import { ListPage } from '../components/list-page.tsx';
import { Island as DoctorList } from '../islands/doctors.island.tsx';
import { Island } from '../islands/island.tsx';

export function Doctors() {
  return (
    <ListPage
      title="Partnyor həkimlər"
      lead="Diaqnostikanı bizə həvalə edən həkimlər və onların sertifikatları. Böyütmək üçün sertifikata toxunun."
      invitation={{
        title: 'Siz də partnyor həkim olun',
        text: 'Pasiyentinizin rentgeninə hazır olan kimi telefonunuzdan baxın, hər göndərişi bir yerdə izləyin.',
      }}
      withoutScript="Siyahını göstərmək üçün brauzerinizdə JavaScript açıq olmalıdır. Partnyor həkimlərimizi telefonla da öyrənə bilərsiniz:"
    >
      <Island name="doctors" when="visible" component={DoctorList} props={{}} />
    </ListPage>
  );
}
