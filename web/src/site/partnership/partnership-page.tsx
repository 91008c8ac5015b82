import * as texts from '@deqiq/messages/site/partnership.js';
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
  { name: 'clinicName', label: texts.clinicName, type: 'text', autoComplete: 'organization' },
  {
    name: 'clinicPhone',
    label: texts.clinicPhone,
    type: 'tel',
    autoComplete: 'work tel',
  },
] as const;

const gains = [
  { icon: ScanLine, title: texts.xRaysTitle, text: texts.xRaysText },
  { icon: FlaskConical, title: texts.ordersTitle, text: texts.ordersText },
  { icon: Gift, title: texts.pointsTitle, text: texts.pointsText },
];

export function Partnership() {
  return (
    <FormPage
      title={texts.title()}
      lead={texts.lead()}
      steps={gains}
      form={
        <FormSheet fields={fields}>
          <FormIsland name="partnership">
            <PublicForm
              action="/api/misc/partner-application"
              fields={fields}
              submit={texts.submit()}
            />
          </FormIsland>
        </FormSheet>
      }
    />
  );
}
