/** How many teeth the mark shows; the one that glows is the seventh. */
export function Mark() {
  return <svg viewBox="0 0 32 32" aria-hidden="true" />;
}
