import * as texts from '@deqiq/messages/site/reservation.js';
import { FormPage } from '../components/form-page.tsx';
import { FormSheet } from '../components/form-sheet.tsx';
import { email, fullName, phone } from '../islands/form/person-fields.ts';
import { PublicForm } from '../islands/form/public-form.tsx';
import { FormIsland } from '../islands/island.tsx';
import { Prices } from './prices.tsx';

const fields = [
  fullName,
  email,
  phone,
  {
    name: 'partnerFullName',
    label: texts.doctor,
    hint: texts.doctorHint,
    type: 'text',
    autoComplete: 'off',
  },
] as const;

const steps = [
  { title: texts.sendTitle, text: texts.sendText },
  { title: texts.callTitle, text: texts.callText },
  { title: texts.visitTitle, text: texts.visitText },
];

/** `hasPrices`: with the price list of the clinic below. */
export function Reservation({ hasPrices = false }: { hasPrices?: boolean }) {
  return (
    <FormPage
      title={texts.title()}
      lead={texts.lead()}
      steps={steps}
      form={
        <FormSheet fields={fields}>
          <FormIsland name="reservation">
            <PublicForm
              action="/api/misc/reservation-application"
              fields={fields}
              submit={texts.submit()}
            />
          </FormIsland>
        </FormSheet>
      }
      below={hasPrices && <Prices />}
    />
  );
}
