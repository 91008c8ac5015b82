import { Island as ClinicList } from '../islands/companies.island.tsx';
import { Island } from '../islands/island.tsx';
import { ListPage } from '../parts/list-page.tsx';

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
      <Island name="companies" when="visible" component={ClinicList} props={{}} />
    </ListPage>
  );
}
