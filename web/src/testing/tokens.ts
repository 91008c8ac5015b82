/** An unsigned access token for this user, in the server's format. */
export const accessTokenOf = (person: string) =>
  `head.${btoa(JSON.stringify({ sub: person }))}.mac`;
