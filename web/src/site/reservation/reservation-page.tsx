import { FormPage } from '../components/form-page.tsx';
import { FormSheet } from '../components/form-sheet.tsx';
import { email, fullName, phone } from '../islands/form/person-fields.ts';
import { PublicForm } from '../islands/form/public-form.tsx';
import { FormIsland } from '../islands/island.tsx';

const fields = [
  fullName,
  email,
  phone,
  {
    name: 'partnerFullName',
    label: 'Həkimin adı soyadı',
    hint: 'Sizi göndərən həkim. Yoxdursa, «yoxdur» yazın.',
    type: 'text',
    autoComplete: 'off',
  },
] as const;

const steps = [
  { title: 'Müraciətinizi göndərirsiniz', text: 'Dörd xana, təxminən bir dəqiqə.' },
  {
    title: 'Sizinlə əlaqə saxlayırıq',
    text: 'Hansı müayinənin lazım olduğunu dəqiqləşdirir, sizə uyğun vaxtı birlikdə seçirik.',
  },
  {
    title: 'Təyin olunmuş vaxtda gəlirsiniz',
    text: 'Göndərişiniz və əvvəlki şəkilləriniz varsa, özünüzlə gətirin.',
  },
];

export function Reservation() {
  return (
    <FormPage
      title="Onlayn Rezervasiya"
      lead="Özünüz və həkiminiz haqqında bir neçə məlumat yazın: vaxtı birlikdə təyin edək, nəticəni həkiminizə biz çatdıraq."
      steps={steps}
      form={
        <FormSheet fields={fields}>
          <FormIsland name="reservation">
            <PublicForm
              action="/api/misc/reservation-application"
              fields={fields}
              submit="Rezervasiya göndər"
            />
          </FormIsland>
        </FormSheet>
      }
    />
  );
}
