import * as texts from '@deqiq/messages/site/home.js';
import { Each } from '../facts/each.tsx';

export function Figures() {
  return (
    <section aria-label={texts.figures()} className="page-width">
      <dl className="grid gap-y-5 border-line border-b py-10 min-[19rem]:grid-cols-3 md:py-14">
        <Each list="figures">
          {(field) => (
            <div className="flex flex-col-reverse justify-end border-line min-[19rem]:px-3 first:pl-0 last:pr-0 min-[19rem]:not-first:border-l sm:px-8 md:px-12">
              <dt className="text-desk text-muted md:text-body">{field('label')}</dt>
              <dd data-count="" className="whitespace-nowrap text-figure">
                {field('value')}
              </dd>
            </div>
          )}
        </Each>
      </dl>
    </section>
  );
}
