import * as texts from '@deqiq/messages/site/x-ray-details.js';
import { Plus } from 'lucide-react';
import { questions } from './questions.ts';

export function Preparation() {
  return (
    <section className="page-width grid gap-x-16 gap-y-8 py-section lg:grid-cols-[5fr_7fr]">
      <h2 className="text-headline">{texts.questionsTitle()}</h2>
      <div className="divide-y divide-line border-line border-y">
        {questions.map(({ question, answer }) => (
          <details key={question()} className="group" name="sual">
            <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold hover:text-accent [&::-webkit-details-marker]:hidden">
              {question()}
              <Plus
                aria-hidden="true"
                size={22}
                strokeWidth={1.75}
                className="shrink-0 text-accent transition-transform group-open:rotate-45"
              />
            </summary>
            <p className="max-w-xl pb-6 text-muted">{answer()}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
