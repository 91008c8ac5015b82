import * as applicationMessages from '@deqiq/messages/site/applications.js';
import { HttpError } from '../../../api/http/http-error.ts';
import { sendForm } from '../../../api/site/public.ts';
import type { Application } from './application.ts';
import { type Sentences, wrongFields } from './field-errors.ts';
import { FormView } from './form-view.ts';

function refusal(error: unknown, failed: () => string): { text: string; fields: Sentences } {
  if (!(error instanceof HttpError && error.kind === 'status'))
    return { text: applicationMessages.unavailable(), fields: {} };
  const fields = Object.fromEntries(error.fields.map(({ path, message }) => [path, message]));
  return { text: error.serverMessage ?? failed(), fields };
}

/**
 * Adds validation to a form of the page; input typed before stays. A field's error is shown once the field was
 * left, all errors on submit, and each disappears as soon as its rule is met.
 */
export function enhanceForm(
  element: HTMLElement,
  { schema, messages, findNext }: Application,
): void {
  const view = new FormView(element);
  const { form } = view;
  const visitedFields = new Set<string>();
  let refused: Sentences = {};

  const check = (): Sentences => {
    const wrong = { ...wrongFields(schema, view.values()), ...refused };
    view.show(
      Object.fromEntries(Object.entries(wrong).filter(([name]) => visitedFields.has(name))),
    );
    return wrong;
  };

  const send = async (): Promise<void> => {
    view.sending(true);
    try {
      const answer = await sendForm(new URL(form.action).pathname, view.values());
      const next = await findNext?.(answer);
      const read = view.showResult('done', {
        title: messages.title(),
        text: messages.sent(),
        next,
      });
      // Only now: opening the dialog has taken the focus out of a field.
      form.reset();
      visitedFields.clear();
      check();
      await read;
    } catch (error) {
      const { text, fields } = refusal(error, messages.failed);
      refused = fields;
      await view.showResult('failed', { title: applicationMessages.failedTitle(), text });
      check();
      view.focusFirst(fields);
    }
  };

  form.noValidate = true;
  form.addEventListener('focusout', ({ target }) => {
    const input = target as HTMLInputElement;
    // Going to another window is not leaving the field.
    if (!input.name || input === document.activeElement) return;
    visitedFields.add(input.name);
    check();
  });
  form.addEventListener('input', ({ target }) => {
    const { name } = target as HTMLInputElement;
    const { [name]: _, ...others } = refused;
    refused = others;
    if (visitedFields.has(name)) check();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (view.isSending) return;
    refused = {};
    for (const input of view.inputs) visitedFields.add(input.name);
    if (!view.focusFirst(check())) void send();
  });
}
