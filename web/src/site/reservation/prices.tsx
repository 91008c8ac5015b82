import * as texts from '@deqiq/messages/site/reservation.js';
import { Each } from '../facts/each.tsx';

const HEAD = 'py-3 font-normal text-desk text-muted';
const NUMBER = 'pl-4 text-right whitespace-nowrap';

/** How long each kind of examination takes and what it costs. */
export function Prices() {
  return (
    <section className="mt-16 grid gap-x-16 gap-y-6 md:mt-24 lg:grid-cols-[5fr_7fr]">
      <div>
        <h2 id="prices" className="text-headline">
          {texts.pricesTitle()}
        </h2>
        <p className="mt-3 max-w-md text-muted">{texts.pricesText()}</p>
      </div>
      <table aria-labelledby="prices" className="w-full border-line border-b text-left">
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              {texts.examination()}
            </th>
            <th scope="col" className={`${HEAD} ${NUMBER}`}>
              {texts.duration()}
            </th>
            <th scope="col" className={`${HEAD} ${NUMBER}`}>
              {texts.price()}
            </th>
          </tr>
        </thead>
        <tbody>
          <Each list="prices">
            {(field) => (
              <tr className="break-inside-avoid border-line border-t align-baseline">
                <th scope="row" className="py-4 font-medium">
                  {field('name')}
                </th>
                <td className={`${NUMBER} text-muted`}>{field('duration')}</td>
                <td className={`${NUMBER} font-semibold`}>{field('price')}</td>
              </tr>
            )}
          </Each>
        </tbody>
      </table>
    </section>
  );
}
