import type { PoolClient } from 'pg';

/**
 * Left unnamed: a search, whose plan depends on what is searched for, and `select *`, which a schema
 * changed by a newer process would break.
 */
const UNNAMED = / like |(?:select|returning|\.) ?\*/i;

/** Statements with ever different text (long value lists) must not fill the server's memory. */
const MOST_NAMES = 300;
const names = new Map<string, string>();

/** Gives statements with parameters a name, so that the server parses each once per connection. */
export function prepareOnce(client: PoolClient): void {
  const send = client.query.bind(client) as (query: unknown, values?: unknown) => unknown;
  const query = (text: unknown, values?: unknown) => {
    const name = typeof text === 'string' && Array.isArray(values) && nameOf(text, values);
    return name ? send({ name, text, values }) : send(text, values);
  };
  client.query = query as typeof client.query;
}

function nameOf(text: string, values: readonly unknown[]): string | undefined {
  const known = names.get(text);
  if (known || values.length === 0 || names.size >= MOST_NAMES || UNNAMED.test(text)) return known;
  const name = `deqiq${names.size}`;
  names.set(text, name);
  return name;
}
