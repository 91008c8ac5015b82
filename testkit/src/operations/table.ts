import type { JsonSchema, Operation } from './document.ts';

const HEAD = `# The API

Written from the routes' own schemas; a test fails while it is stale, and this writes it anew:
\`npx node --test --test-update-snapshots server/src/operations-table.test.ts\`

- Bearer tokens: \`Authorization: Bearer <token> type=access\`; refreshing wants \`type=refresh\`.
- Bodies come as JSON, urlencoded or multipart alike; \`file\` is a file of a form. * is required.
- Refusals and failures are \`{ code, message, fields?, requestId }\` with a 4xx or 5xx status.
- A wrong token is 401, another role's 403; what is not there, or not yours, is 404.
- A known address with another method is 405 with \`Allow\`. Bodies have limits: [limits](decisions/limits.md).
- \`x-language\` (\`az\`, \`ru\` or \`en\`) is the language of messages; without it the area decides.
- Lists that are polled carry an ETag and answer 304 to \`If-None-Match\` while nothing has changed.
`;

/** The content of docs/api.md: each operation with its callers, request and response. */
export function apiTable(operations: readonly Operation[]): string {
  const shown = operations.filter((operation) => operation.method !== 'HEAD');
  const tags = [...new Set(shown.map((operation) => operation.tag))].toSorted();
  const sections = tags.map((tag) => {
    const rows = shown.filter((operation) => operation.tag === tag).map(toRow);
    return `## ${tag}\n\n| operation | who | takes | answers |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${HEAD}\n${shown.length} operations.\n\n${sections.join('\n')}`;
}

function toRow(operation: Operation): string {
  const cells = [
    `\`${operation.key}\``,
    describeCallers(operation),
    describeRequest(operation),
    describeAnswer(operation.responses['200'] ?? {}),
  ];
  return `| ${cells.join(' | ')} |`;
}

function describeCallers({ requiredToken }: Operation): string {
  if (!requiredToken) return 'everybody';
  const caller = { admin: 'staff', owner: 'owner', partner: 'partner' }[requiredToken.role];
  return requiredToken.kind === 'refresh' ? `${caller}, refresh token` : caller;
}

function describeRequest({ query, body }: Operation): string {
  const parameters = Object.keys(query).map((name) => `?${name}`);
  const { properties = {}, required = [] } = body?.schema ?? {};
  const sent = Object.entries(properties).map(
    ([name, schema]) =>
      name + (required.includes(name) ? '*' : '') + (hasFile(schema) ? ' (file)' : ''),
  );
  return codes([...parameters, ...sent]);
}

const hasFile = (schema: JsonSchema): boolean =>
  schema.format === 'binary' || (schema.anyOf ?? []).some(hasFile);

function describeAnswer(content: Readonly<Record<string, { schema: JsonSchema }>>): string {
  const { properties } = content['application/json']?.schema ?? {};
  if (!properties) return 'bytes';
  return codes(
    Object.entries(properties).map(([name, { type, properties: inner }]) => {
      if (type === 'array') return `${name}[]`;
      return inner && name === 'pagination' ? `${name}.{${Object.keys(inner).join(',')}}` : name;
    }),
  );
}

const codes = (names: readonly string[]): string =>
  names.length === 0 ? '—' : names.map((name) => `\`${name}\``).join(' ');
