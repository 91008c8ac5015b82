import type { PoolClient } from 'pg';

/**
 * Left unnamed: a search, whose plan depends on what is searched for, and `select *`, which a schema
 * changed by a newer process would break.
 */
const UNNAMED = / like |(?:select|returning|\.) ?\*/i;

/** Statements with ever different text (long value lists) must not fill the server's memory. */
const MAX_NAMES = 300;
const names = new Map<string, string>();

type QueryCallback = (error: Error | null, result?: unknown) => void;

/**
 * Gives statements with parameters a name, so that the server parses each once per connection. Asks by
 * callback: the promises pg makes keep every answer until the next whole garbage collection, which costs
 * half as much again as asking.
 */
export function usePreparedStatements(client: PoolClient): void {
  const send = client.query.bind(client) as (query: object, answered: QueryCallback) => void;
  const query = (text: string, values?: unknown[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const name = values && statementName(text, values);
    send({ ...(name && { name }), text, values }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    return promise;
  };
  client.query = query as typeof client.query;
}

function statementName(text: string, values: readonly unknown[]): string | undefined {
  const known = names.get(text);
  if (known || values.length === 0 || names.size >= MAX_NAMES || UNNAMED.test(text)) return known;
  const name = `deqiq${names.size}`;
  names.set(text, name);
  return name;
}
