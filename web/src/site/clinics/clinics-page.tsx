import { ListPage } from '../components/list-page.tsx';
import { Island as ClinicList } from '../islands/clinics.island.tsx';
import { Island } from '../islands/island.tsx';

export function Companies() {
  return (
    <ListPage
      title="Partnyor şirkətlər"
      lead="Pasiyentlərini bizə göndərən klinikalar. Rentgeniniz hazır olan kimi onların kabinetində görünür."
      invitation={{
        title: 'Klinikanız da bu siyahıda olsun',
        text: 'Müraciət edin: şəkillər və laboratoriya sifarişləri bir kabinetdə, göndəriş isə bir neçə toxunuşla.',
      }}
      withoutScript="Siyahını göstərmək üçün brauzerinizdə JavaScript açıq olmalıdır. Partnyor klinikalarımızı telefonla da öyrənə bilərsiniz:"
    >
      <Island name="clinics" when="visible" component={ClinicList} props={{}} />
    </ListPage>
  );
}
