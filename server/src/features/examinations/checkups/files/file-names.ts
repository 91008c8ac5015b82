/** Makes visible names unique among `taken` and each other, in order: a second "scan.dcm" is "scan (2).dcm". */
export function uniqueNames(names: readonly string[], taken: Iterable<string>): string[] {
  const used = new Set(taken);
  return names.map((name) => {
    const free = freeName(name, used);
    used.add(free);
    return free;
  });
}

function freeName(name: string, used: ReadonlySet<string>): string {
  if (!used.has(name)) return name;
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let number = 2;
  while (used.has(`${stem} (${number})${ending}`)) number += 1;
  return `${stem} (${number})${ending}`;
}
