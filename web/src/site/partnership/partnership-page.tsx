import { FlaskConical, Gift, ScanLine } from 'lucide-react';
import { FormPage } from '../components/form-page.tsx';
import { FormSheet } from '../components/form-sheet.tsx';
import { email, fullName, phone } from '../islands/form/person-fields.ts';
import { PublicForm } from '../islands/form/public-form.tsx';
import { FormIsland } from '../islands/island.tsx';

const fields = [
  fullName,
  email,
  phone,
  { name: 'clinicName', label: 'Klinika adı', type: 'text', autoComplete: 'organization' },
  {
    name: 'clinicPhone',
    label: 'Klinika telefon nömrəsi',
    type: 'tel',
    autoComplete: 'work tel',
  },
] as const;

const gains = [
  {
    icon: ScanLine,
    title: 'Rentgenlər şəxsi kabinetinizdə',
    text: 'Pasiyentinizin şəkilləri hazır olan kimi telefonunuzda açılır, orijinal faylı da yükləyə bilirsiniz.',
  },
  {
    icon: FlaskConical,
    title: 'Laboratoriya sifarişləri göz önündə',
    text: 'Hər sifarişin vəziyyətini zəng etmədən görürsünüz.',
  },
  {
    icon: Gift,
    title: 'Xallar və hədiyyələr',
    text: 'Topladığınız xalları kabinetinizdə hədiyyəyə dəyişirsiniz.',
  },
];

export function Partnership() {
  return (
    <FormPage
      title="Partnyorluq Müraciəti"
      lead="Həkimlər və klinikalar üçün. Pasiyentinizi bizə göndərin, şəkli hazır olan kimi öz kabinetinizdə açın."
      steps={gains}
      form={
        <FormSheet fields={fields}>
          <FormIsland name="partnership">
            <PublicForm
              action="/api/misc/partner-application"
              fields={fields}
              submit="Müraciəti təsdiq et"
            />
          </FormIsland>
        </FormSheet>
      }
    />
  );
}
