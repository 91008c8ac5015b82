import type { FigureAction, PartnerStats } from '@deqiq/contract/office/partner-stats.ts';
import * as texts from '@deqiq/messages/office/partner-stats-screen.js';
import { Controller, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { Field } from '../../../ui/field/field.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { TextInput } from '../../../ui/field/text-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { computeOutcome, type FigureName, figures } from './figures.ts';

const listActions = (): { value: FigureAction; label: string }[] => [
  { value: 'set', label: texts.set() },
  { value: 'add', label: texts.add() },
  { value: 'subtract', label: texts.subtract() },
];

type Values = { balance: string; count: string; action: FigureAction };

type FigureDialogProps = { figure: FigureName; partner: PartnerStats; onClose: () => void };

/** Sets, increases or decreases a partner's balance or patient count. Open as long as it is mounted. */
export function FigureDialog({ figure: name, partner, onClose }: FigureDialogProps) {
  const figure = figures[name];
  const { field, formatValue } = figure;
  const form = useForm<Values>({ defaultValues: { balance: '', count: '', action: 'set' } });
  const [typed, action] = form.watch([field, 'action']);
  const now = figure.of(partner);
  const number = figure.parse(typed);
  const outcome = number === undefined ? undefined : computeOutcome(now, number, action);
  const { submit, busy } = useSave({
    form,
    schema: figure.schema as ZodType<unknown>,
    confirmation: (values) => ({
      title: texts.areYouSure(),
      text: figure.questions[values.action]({
        partner: partner.name,
        amount: formatValue(figure.parse(values[field]) ?? 0),
      }),
    }),
    request: (_, values) => figure.send(partner, values[field], values.action),
    successMessage: figure.saved(),
    errorMessage: figure.failed(),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title={figure.title()}
      description={partner.name}
      save={figure.title()}
      onSubmit={submit}
      dirty={form.formState.isDirty}
      busy={busy}
    >
      <Field label={texts.action()}>
        <Controller
          name="action"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <Select
              name="action"
              value={value}
              onChange={(next) => onChange(next)}
              options={listActions()}
            />
          )}
        />
      </Field>
      <Field
        label={figure.label()}
        required
        hint={
          <>
            {outcome === undefined
              ? texts.now({ now: formatValue(now) })
              : texts.nowAndThen({ now: formatValue(now), after: formatValue(outcome) })}
            <br />
            {figure.format()}
          </>
        }
        error={form.formState.errors[field]?.message}
      >
        <TextInput
          {...form.register(field)}
          step={figure.step}
          inputMode={figure.inputMode}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  );
}
