/** On a phone a portrait is beside the text, so that a list of people is quick to scan. */
export const besideOnPhones =
  'grid grid-cols-1 content-start gap-x-5 min-[19rem]:max-sm:grid-cols-[min(7.5rem,100vw-15rem)_minmax(0,1fr)]';

export function CardSkeleton({ picture, beside = false }: { picture: string; beside?: boolean }) {
  return (
    <div className={beside ? besideOnPhones : 'grid content-start'}>
      <div className={`skeleton w-full rounded-sheet ${picture}`} />
      <div>
        <div className={`skeleton h-6 w-3/4 rounded-chip ${beside ? 'sm:mt-6' : 'mt-6'}`} />
        <div className="skeleton mt-3 h-5 w-1/2 rounded-chip" />
        <div className="mt-4 border-line border-t pt-5">
          <div className="skeleton h-5 w-2/5 rounded-chip" />
          <div className="skeleton mt-6 mb-3 h-5 w-1/3 rounded-chip" />
        </div>
      </div>
    </div>
  );
}
