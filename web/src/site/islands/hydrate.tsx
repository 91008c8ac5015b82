export function hydrate(place: Element): void {
  console.log(place);
}
