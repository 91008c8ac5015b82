/** The shape of a card whose words are on their way. */
export function CardSkeleton({ picture }: { picture: string }) {
  return (
    <div className="grid content-start">
      <div className={`skeleton w-full rounded-sheet ${picture}`} />
      <div className="skeleton mt-6 h-6 w-3/4 rounded-chip" />
      <div className="skeleton mt-3 h-5 w-1/2 rounded-chip" />
      <div className="mt-4 border-line border-t pt-5">
        <div className="skeleton h-5 w-2/5 rounded-chip" />
        <div className="skeleton mt-6 mb-3 h-5 w-1/3 rounded-chip" />
      </div>
    </div>
  );
}
